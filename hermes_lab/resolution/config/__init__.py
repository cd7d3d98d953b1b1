"""The Honcho settings of a real profile: which files are read, how they merge, and whether there is a key."""
