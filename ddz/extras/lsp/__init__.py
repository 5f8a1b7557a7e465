"""A language server for rule files: findings, hover, definitions, completion, outline and fixes in
an editor, over standard input and output.

Needs pygls: ``pip install 'ddz[lsp]'``. `server` speaks the protocol, `page` holds what a text
says, the other modules each answer one kind of question about a page.
"""
