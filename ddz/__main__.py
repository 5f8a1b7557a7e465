"""`python -m ddz`."""

from ddz.cli import main

raise SystemExit(main())
