"""Whether there is an API key or a URL for Honcho, and which layer has it. Keeps neither. Source: spec Outcome inactive."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hermes_lab.builds import Build
from hermes_lab.resolution.config.merge import ROOT, Given, Merge, kind
from hermes_lab.resolution.config.profile_files import KEY

ENVIRONMENT = "environment"


def find_credentials(merge: Merge, env: Mapping[str, str], build: Build) -> str | None:
    """The origin of the first key that counts, else of the URL; None if there is neither.

    `env` comes from `profile_files.environment`, with marks for credentials. A URL that is no text is noted as the
    merge's failure on builds that look at its characters.
    """
    more = build.has("honcho-url")
    url = _url(merge, env, more)
    key = next((given.origin for given in merge.given("apiKey") if given.value), None)
    return key or (ENVIRONMENT if env.get(KEY) else None) or url


def _url(merge: Merge, env: Mapping[str, str], more: bool) -> str | None:
    given = next((place for place in _places(merge, env, more) if place.value), None)
    if given is None or not more:
        return given.origin if given else None
    if not isinstance(given.value, str):
        merge.fail(given.where, f"is {kind(given.value)}, not text")
        return None
    return given.origin if given.value.isascii() and given.value.isprintable() else None


def _places(merge: Merge, env: Mapping[str, str], more: bool) -> Iterator[Given]:
    """Every place for a URL, in order; a build without the fix knows the root's and one variable only."""
    given = [place for key in ("baseUrl", "base_url") for place in merge.given(key)]
    if more:
        yield from (place for place in given if place.origin != ROOT)
        yield Given(ROOT, "endpoint.baseUrl", _endpoint(merge.root.get("endpoint")))
    yield from (place for place in given if place.origin == ROOT)
    for name in ("HONCHO_BASE_URL", "HONCHO_URL") if more else ("HONCHO_BASE_URL",):
        yield Given(ENVIRONMENT, name, env.get(name, "").strip())


def _endpoint(value: Any) -> Any:
    return value.get("baseUrl") if isinstance(value, Mapping) else None
