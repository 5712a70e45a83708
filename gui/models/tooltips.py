"""Tooltips whose text comes from a file: shown as it is, never taken for markup."""

from __future__ import annotations

from html import escape


def tooltip(text: str) -> str | None:
    """The text as Qt must be given it, or None for nothing.

    Qt guesses whether a tooltip is rich text, and a key such as `<img src=…>` would be taken for it.
    """
    return f'<span style="white-space: pre-wrap">{escape(text)}</span>' if text else None
