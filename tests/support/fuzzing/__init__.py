"""A fuzzer of notes: `make fuzz` writes notes gone wrong in every format that kg reads, and runs every stage over them.

`seeds` has what is begun with, `mutations` what becomes of it, `stages` what is run and what must hold then, and
`shrinking` makes a failure small. What was found once and is mended stands in `found`, a folder of notes that the tests
run through all stages.
"""
