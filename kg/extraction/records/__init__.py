"""Layout of a note to records: which lines belong to one paper, and which to none."""
