"""What kg does with other programs: stores, Obsidian, Neo4j, assistants, archives, annotations, a prompt.

Nothing in `kg` imports this package. The tables of commands (`kg/commands/commands.csv`) and exports
(`kg/publishing/exporters.py`) name its functions, which are imported when somebody asks for them.
"""
