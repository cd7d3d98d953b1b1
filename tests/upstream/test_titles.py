"""Titles: cleaning, storing and numbering, the lab against all three published builds and their own databases."""

from dataclasses import replace

import hermes_lab as lab

from .compare import FAILS, agree, answers, notices_a_spoilt_answer
from .title_questions import clean_questions, line_questions, story_questions

CLEAN, STORIES, LINES = 600, 100, 160


def cleaned(ask):
    try:
        return lab.clean_title(ask["title"])
    except lab.TitleRefused:
        return FAILS


def told(build):
    """A story as the lab tells it: each attempt, and the titles in the end."""

    def answer(ask):
        titles = dict.fromkeys(ask["sessions"], lab.Title())
        outcomes = [attempt(titles, *step, build) for step in ask["steps"]]
        return {"outcomes": outcomes, "titles": {session: [title.text, title.source] for session, title in titles.items()}}

    return answer


def attempt(titles, session, text, source, build):
    present = titles[session]
    if source not in ("user", "derived", "llm"):
        if present.text is not None and lab.get_build(build).has("title-sources"):
            titles[session] = replace(present, source=source)
        return "rewritten"
    taken = {title.text: other for other, title in titles.items() if other != session and title.text is not None}
    try:
        titles[session] = lab.store_title(present, text, source, taken=taken, build=build)
    except lab.TitleRefused:
        return "refused"
    return "taken in"


def next_title(ask):
    return lab.branch_title(ask["title"], [lab.clean_title(title) for title in ask["taken"]])


def test_titles_are_cleaned_as_the_build_cleans_them(judge, seed):
    asks = clean_questions(seed, CLEAN)
    judged = answers(judge, "clean_title", asks)
    assert len(judged) == CLEAN
    agree(asks, judged, cleaned, judge, seed)
    assert 5 < judged.count(FAILS) < CLEAN / 2 and 20 < judged.count(None) and len(set(judged)) > CLEAN / 3


def test_stories_of_titles_end_as_in_the_database_of_the_build(judge, seed):
    asks = story_questions(seed, STORIES)
    judged = answers(judge, "title_story", asks)
    assert len(judged) == STORIES and all(len(one["outcomes"]) == 8 for one in judged)
    agree(asks, judged, told(judge.judge.build), judge, seed)
    ends = {tuple(title) for one in judged for title in one["titles"].values()}
    assert sum(one["outcomes"].count("refused") for one in judged) > 30
    assert len(ends) > 5


def test_the_next_title_in_a_line_is_that_of_the_build(judge, seed):
    asks = line_questions(seed, LINES)
    judged = answers(judge, "next_title", asks)
    assert len(judged) == LINES
    agree(asks, judged, next_title, judge, seed)
    assert len(set(judged)) > 20


def test_a_wrong_title_would_be_noticed(judge, seed):
    for kind, mine, asks in (("clean_title", cleaned, clean_questions(seed, 100)), ("title_story", told(judge.judge.build), story_questions(seed, 20))):
        assert notices_a_spoilt_answer(asks, answers(judge, kind, asks), mine)


def test_only_builds_without_sources_forget_who_wrote_a_title(judge, seed):
    judged = answers(judge, "title_story", story_questions(seed, 25))
    sources = {source for one in judged for text, source in one["titles"].values() if text is not None}
    assert (sources == {None}) != lab.get_build(judge.judge.build).has("title-sources")
