"""Files written by real frameworks: one maker a framework, and the frameworks' own loaders as judges.

``make frameworks`` runs all of it in an environment of its own; ``tests/data`` keeps what the makers made.
"""
