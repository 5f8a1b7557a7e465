"""Rule sheets in a browser: pages that fit, fetch nothing and complain of nothing.

Chromium shows a page that frames each sheet at two widths, measures it, and leaves what it measured
in its own text. A screenshot of a sheet is taken too.
"""

from __future__ import annotations

import html
import json
import re
import shutil
import struct
import subprocess
from pathlib import Path

import pytest

import ddz
from ddz.sheet import render_sheet

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--enable-logging=stderr",
    "--hide-scrollbars",
]
WIDTHS = (390, 1200)
GAMES = ("2v4", "3v3", "classic")

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here"),
]

MEASURE = """
<!doctype html><meta charset="utf-8"><body>%s
<pre id="measured"></pre>
<script>
window.onload = () => {
  const measured = [...document.querySelectorAll("iframe")].map(frame => {
    const page = frame.contentDocument, root = page.documentElement;
    const over = [...page.querySelectorAll("body *")].filter(
      e => !e.closest(".table") && e.getBoundingClientRect().right > root.clientWidth + 0.5);
    const wide = [...page.querySelectorAll(".table")].filter(e => e.scrollWidth > e.clientWidth);
    return {
      width: root.clientWidth, scroll: root.scrollWidth, over: over.length, tables: wide.length,
      fetched: frame.contentWindow.performance.getEntriesByType("resource").length,
      rises: [...page.querySelectorAll(".ladder > li")].map(e => e.getBoundingClientRect().left),
      cards: page.querySelectorAll(".card").length,
    };
  });
  document.getElementById("measured").textContent = JSON.stringify(measured);
};
</script>
"""


def run(tmp_path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Chromium with a profile of its own."""
    assert CHROMIUM is not None
    profile = f"--user-data-dir={tmp_path / 'profile'}"
    return subprocess.run(
        [CHROMIUM, *FLAGS, profile, *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )


def page_of(game: str, lang: str) -> str:
    return render_sheet(ddz.load(game).compiled, lang, "html")


def test_pages_fit_and_fetch_nothing(tmp_path: Path) -> None:
    shown = [(game, lang, width) for game in GAMES for lang in ("zh", "en") for width in WIDTHS]
    frames = "".join(
        f'<iframe style="width:{width}px;height:600px;border:0" srcdoc="{framed}"></iframe>'
        for game, lang, width in shown
        for framed in [html.escape(page_of(game, lang))]
    )
    file = tmp_path / "measure.html"
    file.write_text(MEASURE % frames, encoding="utf-8")
    ran = run(tmp_path, "--dump-dom", "--virtual-time-budget=5000", file.as_uri())
    found = re.search(r'<pre id="measured">(.*?)</pre>', ran.stdout, re.DOTALL)
    assert found is not None, ran.stdout[-300:]
    measured = json.loads(html.unescape(found[1]))
    assert len(measured) == len(shown)
    for (game, lang, width), sheet in zip(shown, measured, strict=True):
        where = f"{game} {lang} {width}"
        assert sheet["width"] == width, where
        assert sheet["scroll"] <= width, where
        assert sheet["over"] == 0, where
        assert width < 1000 or sheet["tables"] == 0, where
        assert sheet["fetched"] == 0, where
        assert sheet["cards"] > 100, where
        # the highest step comes first, and each begins to the right of the one below it
        assert sheet["rises"] == sorted(sheet["rises"], reverse=True), where
        assert len(set(sheet["rises"])) == len(sheet["rises"]) > 1, where
    assert "CONSOLE" not in ran.stderr, ran.stderr


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_page_is_drawn(lang: str, tmp_path: Path) -> None:
    """A screenshot of the size asked for, with more on it than one colour."""
    file = tmp_path / "sheet.html"
    file.write_text(page_of("2v4", lang), encoding="utf-8")
    picture = tmp_path / "sheet.png"
    run(tmp_path, "--window-size=800,1000", f"--screenshot={picture}", file.as_uri())
    data = picture.read_bytes()
    assert data.startswith(b"\x89PNG")
    assert struct.unpack(">II", data[16:24]) == (800, 1000)
    assert len(data) > 30_000
