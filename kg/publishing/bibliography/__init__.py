"""Bibliographies for LaTeX, Pandoc and reference managers: of what notes say one value for each field of each work."""
