"""Sequence labelling: the linear-chain model that says of lines and of tokens what they are."""
