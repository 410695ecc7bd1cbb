"""Typing at a prompt: what is whole, what can come next, colours and history. Owner of prompt_toolkit."""
