"""Which Honcho session a conversation lands in, and under which peer and chat key."""
