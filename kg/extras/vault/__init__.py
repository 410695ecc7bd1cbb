"""The graph for Obsidian: as a vault of its own, and as pages in the vault of the user."""
