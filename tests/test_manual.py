"""The authoring manual holds: its blocks are read as they claim to be, and it leaves nothing out.

Blocks are tagged: ``pattern`` and ``condition`` hold one text a line, ``yaml variant`` a whole
file, ``yaml part`` and ``yaml wrong`` what is laid over the game their first line names, ``python``
a session.
"""

from __future__ import annotations

import ast
import doctest
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

import ddz

ROOT = Path(__file__).parent.parent
MANUAL = (ROOT / "grammar" / "README.md").read_text(encoding="utf-8")
TAGS = ("pattern", "condition", "python", "yaml part", "yaml variant", "yaml wrong")
GAMES = ("2v4", "3v3", "melee", "classic")
UNREACHED = {"over"}  # stands in a rule of pattern.lark that no text starts from
# words of the condition language that are names, not part of its grammar
BUILT_IN = {"all", "none", "rest", "winner", "bid", "N", "n", "case"}


@dataclass(frozen=True)
class Block:
    """A fenced block: its tag, what else its first line says, its text, and its line."""

    tag: str
    rest: str
    text: str
    line: int

    @property
    def lines(self) -> list[tuple[str, str]]:
        """Each line's text and comment."""
        split = (re.split(r"\s+#\s*", line, maxsplit=1) for line in self.text.splitlines())
        return [(parts[0], parts[1] if len(parts) > 1 else "") for parts in split]

    @property
    def file(self) -> str:
        """The rule file the block stands for: a first comment that names a game extends it."""
        game = re.match(r"# (\S+)\n", self.text)
        if game is None or game[1] not in GAMES:
            return self.text
        return f"extends: {game[1]}\n" + self.text[game.end() :]


def _blocks() -> Iterator[Block]:
    for match in re.finditer(r"^```(\w+)(?: (.*))?\n((?:.*\n)*?)^```$", MANUAL, re.M):
        first, rest = match[1], match[2] or ""
        tag = f"{first} {rest}" if first == "yaml" else first
        yield Block(tag, rest, match[3], MANUAL.count("\n", 0, match.start()) + 1)


BLOCKS = list(_blocks())


def _of(tag: str) -> list[Any]:
    found = [block for block in BLOCKS if block.tag == tag]
    return [pytest.param(block, id=f"line {block.line}") for block in found]


def _texts(tag: str) -> list[Any]:
    return [
        pytest.param(block, text, comment, id=f"{text} (line {block.line})")
        for block in BLOCKS
        if block.tag == tag
        for text, comment in block.lines
    ]


def _found(text: str) -> list[ddz.Diagnostic]:
    return ddz.validate("manual.yaml", text=text)


def _shown(found: list[ddz.Diagnostic]) -> str:
    return "\n".join(finding.render() for finding in found)


def test_blocks_are_tagged() -> None:
    """Every fence opens a block of a known tag, and every tag is used."""
    assert MANUAL.count("\n```") == 2 * len(BLOCKS)
    assert {block.tag for block in BLOCKS} == set(TAGS)


@pytest.mark.parametrize(("block", "text", "comment"), _texts("pattern"))
def test_pattern_reads(block: Block, text: str, comment: str) -> None:
    """A pattern text is read and means something with the deck and lines of 2v4."""
    found = _found(f"extends: 2v4\npatterns:\n  tried: {json.dumps(text)}\n")
    assert not [finding for finding in found if finding.severity == "error"], _shown(found)


@pytest.mark.parametrize(("block", "text", "comment"), _texts("condition"))
def test_condition_reads(block: Block, text: str, comment: str) -> None:
    """A condition is of the type its comment says, and of no other."""
    as_truth = {"truth": text, "number": f"{text} == 0", "seats": f"{text} == none"}
    fits = []
    for kind, truth in as_truth.items():
        # a role that does not exist, so that validation stops short of the proofs
        row = f"  rows: [{{when: {json.dumps(truth)}, shares: {{stranger: 0}}}}]\n"
        found = _found(f"extends: {block.rest}\nsettle:\n{row}")
        if not [finding for finding in found if finding.code.startswith(("DDZ2", "DDZ4"))]:
            fits.append(kind)
    assert fits == [comment]


@pytest.mark.parametrize("block", [*_of("yaml variant"), *_of("yaml part")])
def test_file_is_sound(block: Block) -> None:
    """A file or part has no findings; its examples hold, since validation runs them."""
    assert "extends: " in block.file or "format: 1" in block.file
    found = _found(block.file)
    assert not found, _shown(found)


@pytest.mark.parametrize("block", _of("yaml wrong"))
def test_wrong_file_is_found(block: Block) -> None:
    """A wrong file has just the findings its comments name, on their lines."""
    wanted = {
        (number, code)
        for number, (_, comment) in enumerate(block.lines, 1)
        for code in re.findall(r"DDZ\d{3}", comment)
    }
    found = _found(block.file)
    got = {(d.span.line, d.code) for d in found if d.span and d.span.file == "manual.yaml"}
    assert wanted
    assert got == wanted, _shown(found)


def test_sessions_run() -> None:
    """The Python sessions of the page, as one, print what it shows."""
    text = "\n".join(block.text for block in BLOCKS if block.tag == "python")
    test = doctest.DocTestParser().get_doctest(text, {}, "README.md", None, 0)
    assert test.examples
    out: list[str] = []
    doctest.DocTestRunner().run(test, out=out.append)
    assert not out, "".join(out)


def test_extends_takes_a_path(tmp_path: Path) -> None:
    """A file extends one in its folder or below, and none outside."""
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "mine.yaml").write_text("extends: 2v4\ndeal: {each: 36, kitty: null}\n")
    (tmp_path / "house.yaml").write_text("extends: below/mine.yaml\n")
    (tmp_path / "below" / "other.yaml").write_text("extends: ../house.yaml\n")
    # 6 x 36 = 216 = 4 x 54 cards, so only the kitty step has nothing to hand out
    assert [d.code for d in ddz.validate(tmp_path / "house.yaml")] == ["DDZ504"]
    assert [d.code for d in ddz.validate(tmp_path / "below" / "other.yaml")] == ["DDZ801"]


def test_known_says_who_is_told() -> None:
    """A mark known to all is announced to all, one known to its holder to him, others to nobody."""
    state = ddz.load("2v4").deal(seed=1)
    assert all(set(state.view(seat)["marks"]) == {"open_card"} for seat in (None, 0, 1, 2, 3, 4, 5))
    state = ddz.load("3v3").deal(seed=1)
    face = state.view(None)["marks"]["open_card"]["card"]
    for seat in range(6):
        hand = state.view(seat)["hand"].split()
        opener = state.view(None)["marks"]["open_card"]["seat"] == seat
        twins = state.view(seat)["marks"].get("twin", [])
        assert len(twins) == hand.count(face) - opener
        assert all(twin == {"seat": seat, "card": face} for twin in twins)
    assert set(state.view(None)["marks"]) == {"open_card"}


AUCTIONS = {
    # three seats, bids 1 to 3, three ends it; how many ways it can go (worked out by hand for
    # seats that speak once: won at 1, 2, 3 in 3, 6, 10 ways, and one way nobody bids)
    "turns: 1": 3 + 6 + 10 + 1,
    # passed: out, without turns; passed: in
    "passed: out": 23,
    "passed: in": 40,
}


@pytest.mark.parametrize("words", AUCTIONS)
def test_auction_goes_as_described(words: str, tmp_path: Path) -> None:
    """The manual's own game, with its auction changed, can be bid in so many ways."""
    whole = next(block for block in BLOCKS if block.tag == "yaml variant")
    text = whole.text.replace("turns: 1, unbid: {redeal: 3, lot: 1}", f"{words}, unbid: {{lot: 1}}")
    assert words in text
    path = tmp_path / "game.yaml"
    path.write_text(text, encoding="utf-8")

    def ways(state: ddz.State) -> int:
        if state.step != "auction":
            return 1
        return sum(ways(state.apply(action)) for action in state.legal())

    assert ways(ddz.load(path).deal(seed=1)) == AUCTIONS[words]


# --- nothing is left out


def _grammar(name: str) -> str:
    text = (ROOT / "grammar" / name).read_text(encoding="utf-8")
    return "\n".join(re.sub(r"\s//.*|^//.*", "", line) for line in text.splitlines())


def _rules(name: str) -> set[str]:
    """The rules of a grammar file that an author meets, by their names or their aliases."""
    text = _grammar(name)
    named = set(re.findall(r"^([a-z_]+):", text, re.M)) | set(re.findall(r"-> *([a-z_]+)", text))
    return named | set(re.findall(r"^\?(sum|product|conjunction|disjunction):", text, re.M))


def _words(name: str) -> set[str]:
    return set(re.findall(r'"([A-Za-z]+)"', _grammar(name)))


@pytest.mark.parametrize("name", ["pattern.lark", "condition.lark"])
def test_every_construct_is_explained(name: str) -> None:
    """Each rule of the grammars is named, and each of their words is used in code."""
    code = " ".join(re.findall(r"`[^`\n]+`", MANUAL) + [block.text for block in BLOCKS])
    rules, words = _rules(name), _words(name)
    assert len(rules) > 15
    assert [rule for rule in sorted(rules) if f"`{rule}`" not in MANUAL] == []
    used = set(re.findall(r"[A-Za-z_]+", code))
    assert sorted(words - used) == []


def _schema() -> Any:
    return json.loads((ROOT / "grammar" / "variant.schema.json").read_text(encoding="utf-8"))


def _nodes(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
        for child in node.values():
            yield from _nodes(child)
    elif isinstance(node, list):
        for child in node:
            yield from _nodes(child)


def _properties() -> list[str]:
    return sorted({key for node in _nodes(_schema()) for key in _keys(node)})


def _keys(node: dict[str, Any]) -> list[str]:
    properties = node.get("properties")
    return list(properties) if isinstance(properties, dict) and "type" in node else []


@pytest.mark.parametrize("key", _properties())
def test_every_key_is_explained(key: str) -> None:
    """Each key of the schema is named in prose and stands in an example."""
    prose = re.sub(r"^```.*?^```$", "", MANUAL, flags=re.M | re.S)
    assert re.search(rf"`{key}(`|: )|^### {key}$", prose, re.M)
    assert any(
        re.search(rf"\b{key}: ?", block.text) for block in BLOCKS if block.tag.startswith("yaml")
    )


def test_every_choice_of_a_key_is_named() -> None:
    """Each word a key may have is named."""
    words = {
        word for node in _nodes(_schema()) for word in node.get("enum", []) if isinstance(word, str)
    }
    assert words
    assert [word for word in sorted(words) if not re.search(rf"`(\w+: )?{word}`", MANUAL)] == []


def _list_after(sentence: str) -> list[str]:
    """The words of the quotation that follows a sentence."""
    assert MANUAL.count(sentence) == 1
    quoted = MANUAL.split(sentence)[1].split("\n\n")[1]
    return re.sub(r"^> ?", "", quoted, flags=re.M).split()


def test_reserved_words_of_patterns() -> None:
    """The list is the words of the grammar, and none of them can name a pattern."""
    listed = _list_after("called by a word of the pattern language:")
    assert set(listed) == _words("pattern.lark") - UNREACHED
    for word in listed:
        found = _found(f"extends: 2v4\npatterns: {{{word}: 1 of a rank}}\n")
        assert {finding.code for finding in found} & {"DDZ503", "DDZ205"}, word


def test_reserved_words_of_conditions() -> None:
    """The list is the words of the grammar and what it has built in, and none can be a name."""
    listed = _list_after("called by a word of the condition language:")
    assert set(listed) == _words("condition.lark") | BUILT_IN
    for word in listed:
        found = _found(f"extends: 2v4\nnames: {{{word}: opener}}\n")
        assert "DDZ503" in {finding.code for finding in found}, word


def _names_of_shipped_files() -> set[str]:
    names: set[str] = set()
    for game in GAMES:
        file = yaml.safe_load((ROOT / "variants" / f"{game}.yaml").read_text(encoding="utf-8"))
        for key in ("lines", "patterns", "bombs", "names", "cases", "steps"):
            names |= set(file.get(key, {}))
        names |= set(file.get("deal", {}).get("marks", {}))
        names |= set(file["settle"].get("names", {}))
        for step in file.get("steps", {}).values():
            names |= set(step.get("roles", {})) | set(step.get("choice", {}).get("options", {}))
            names |= {role["side"] for role in step.get("roles", {}).values()}
            names |= set(step.get("end", {}).get("when", {}))
    return names


def _words_of_the_engine() -> set[str]:
    """Every text the code holds that is one word."""
    words = set()
    for path in (ROOT / "ddz").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                words.add(node.value)
    return words


def test_shared_words_are_listed() -> None:
    """Names of shipped files that the code holds as a word are listed in the manual."""
    listed = set(_list_after("No other name of a shipped file means\nanything to the engine:"))
    shared = _names_of_shipped_files() & _words_of_the_engine()
    assert "auction" in shared
    assert shared <= listed
