"""Where the lab's own notebooks and data lie: in the checkout, or inside the installed package."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
CHECKOUT = _PACKAGE.parent


def in_checkout() -> bool:
    """Whether the package runs from a checkout (its pyproject.toml lies beside it) and not from an installed wheel."""
    return (CHECKOUT / "pyproject.toml").is_file() and (CHECKOUT / "notebooks").is_dir()


def notebooks_dir() -> Path:
    """The folder of the notebooks; read only when the package is installed."""
    return (CHECKOUT if in_checkout() else _PACKAGE) / "notebooks"


def data_dir() -> Path:
    """The folder of the lab's data; never written to."""
    return (CHECKOUT if in_checkout() else _PACKAGE) / "data"
