"""Words that several rooms share: title sources, strategies, and how they rank."""

STRATEGIES = ("per-session", "per-directory", "per-repo", "global")
DEFAULT_STRATEGY = "per-directory"

TITLE_DERIVED = "derived"
TITLE_LLM = "llm"
TITLE_USER = "user"
TITLE_SOURCES = (TITLE_DERIVED, TITLE_LLM, TITLE_USER)
"""Lowest authority first (spec: Titles)."""

AUTOMATIC_TITLE_SOURCES = (TITLE_DERIVED, TITLE_LLM)
