"""The learned weights of kg; `data/training` makes each of them anew."""
