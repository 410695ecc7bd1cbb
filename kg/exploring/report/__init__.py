"""The report: one page that a person reads about their notes, in the explorer or as a file."""

from __future__ import annotations

from kg.exploring.report.page import page, standalone

__all__ = ["page", "standalone"]
