"""Sequence labelling: the learned networks that say of lines, tokens and records what they are."""
