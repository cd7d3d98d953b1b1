"""Hermes Lab: three decisions of Hermes Agent, as it makes them, before and after each fix.

Names are loaded when they are first used, so that importing the package stays cheap and opens nothing.
"""

from importlib import import_module

__version__ = "0.1.0"

_HOMES = {
    "hermes_lab.builds": ("BUILDS", "FIXES", "Build", "Fix", "get_build", "mine", "remember"),
    "hermes_lab.scratch": ("Scratch",),
    "hermes_lab.errors": ("BadInput", "HermesLabError", "TitleRefused", "UnknownBuild"),
    "hermes_lab.resolution.advice": ("ADVICE", "Advice", "advise"),
    "hermes_lab.resolution.git.top": ("TopLevel", "top_level"),
    "hermes_lab.resolution.workspace": ("CwdReport", "report_cwd"),
    "hermes_lab.resolution.inputs": ("Conversation", "HonchoConfig"),
    "hermes_lab.resolution.answer": ("Resolution",),
    "hermes_lab.resolution.chat_key": ("ChatKey", "ChatSource", "chat_key"),
    "hermes_lab.homes": ("Profile", "find_profile"),
    "hermes_lab.resolution.config.loader": ("LoadedConfig", "load_config"),
    "hermes_lab.resolution.ladder": ("resolve",),
    "hermes_lab.resolution.peers": ("Peer", "resolve_peer"),
    "hermes_lab.resolution.read_name": ("Reading", "read_name"),
    "hermes_lab.resolution.titles": ("Title", "branch_title", "clean_title", "store_title"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
__all__ = sorted(_HOME_OF)


def __getattr__(name):
    if name not in _HOME_OF:
        raise AttributeError(f"hermes_lab has no {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__():
    return sorted({*globals(), *__all__})
