"""The tasks of the workers of a cluster that decide identity, in the order in which they first run."""

STAGES = (
    "tell_part",
    "link",
    "join",
    "send",
    "match",
    "settle_group",
    "spread",
    "amend",
    "call",
    "enter_part",
    "derive",
)
