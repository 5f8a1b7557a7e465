"""Rule files in an editor: what a YAML language server makes of the schema.

The server comes from npm, into a folder of its own outside the project (see `install`); a test that
needs it is skipped where it is missing. `client` speaks the protocol to any language server, also
to `ddz lsp` (`tests/test_lsp.py`).
"""
