"""The classic game against three other engines: OpenSpiel, RLCard and DouZero.

They are not needed by anything else. ``python -m tests.peers.install PATH`` makes an environment
that has them; there ``pytest tests/peers`` compares on a few hands and games, on many with
DDZ_FULL=1, and ``python -m tests.peers`` prints the figures.
"""
