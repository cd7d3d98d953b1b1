"""Strangers' text, made safe to show: in a terminal, in HTML, in a table."""

from __future__ import annotations

import html
import unicodedata

CELL = "text-align:left;vertical-align:top;padding:2px 10px 2px 0;white-space:normal;overflow-wrap:anywhere"
_INVISIBLE = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def plain(text) -> str:
    r"""The text with control, invisible and bidirectional characters written as \x.. or \u....

    So a folder name cannot move the cursor, hide a letter or turn the reading direction. Writes nothing.
    """
    text = str(text)
    if text.isascii() and text.isprintable():
        return text
    return "".join(_visible(c) if unicodedata.category(c) in _INVISIBLE else c for c in text)


def _visible(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


def short(text, limit: int = 120) -> str:
    """`plain`, cut in the middle to about `limit` characters: a name of 10,000 letters must not push the answer away."""
    text = str(text)
    if len(text) > limit:
        text = f"{text[: limit // 2]}…({len(text)} characters)…{text[-limit // 4 :]}"
    return plain(text)


def esc(text) -> str:
    """The text as HTML text or attribute value; nothing in it can become a tag."""
    return html.escape(short(text, 400), quote=True)


def table(head, rows, *, caption: str = "", mark: int | None = None) -> str:
    """An HTML table of escaped cells with a row of headers; `mark` is the number of a row to set off by weight and a bar.

    Every cell goes through `esc`. Colours are the theme's own, so it reads in light and dark.
    """
    top = "".join(f'<th scope="col" style="{CELL};border-bottom:1px solid currentColor">{esc(h)}</th>' for h in head)
    body = "".join(_row(cells, number == mark) for number, cells in enumerate(rows))
    title = f'<caption style="text-align:left;padding:4px 0">{esc(caption)}</caption>' if caption else ""
    style = "border-collapse:collapse;font-size:13px;line-height:1.45;color:inherit"
    return f'<table style="{style}">{title}<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>'


def _row(cells, marked: bool) -> str:
    style = ' style="font-weight:600;border-left:4px solid currentColor"' if marked else ""
    first = ";padding-left:8px"
    out = (f'<td style="{CELL}{first if n == 0 else ""}">{esc(cell)}</td>' for n, cell in enumerate(cells))
    return f"<tr{style}>{''.join(out)}</tr>"


def columns(head, rows) -> str:
    """The same table as plain text, each column as wide as its widest cell; the last is not padded."""
    lines = [[plain(cell) for cell in row] for row in (head, *rows)]
    widths = [max(len(line[n]) for line in lines) for n in range(len(head) - 1)]
    return "\n".join("  ".join([*(c.ljust(w) for c, w in zip(line, widths)), line[-1]]).rstrip() for line in lines)
