"""The lab's errors: one small tree, each message one sentence that names the thing and what to do."""


class HermesLabError(Exception):
    """Anything the lab refuses. The command line prints it as one line and ends with status 2."""


class UnknownBuild(HermesLabError):
    """A build name that the lab does not know; the message lists the nearest names."""


class BadInput(HermesLabError):
    """An argument, a file or a value that cannot be used; nothing was written."""


class TitleRefused(HermesLabError):
    """A title that Hermes would not store (too long, or held by another session); nothing was written."""
