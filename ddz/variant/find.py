"""From a name or a path to a file. Names never reach outside the search path."""

from __future__ import annotations

import os
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from ddz.resources import shipped
from ddz.variant.names import NotFoundError, Wanted, is_path, split_name
from ddz.variant.roots import NAME, Root, entries_of, file_of, other_roots, shipped_root
from ddz.variant.signs import MOST_READ, signs_of

__all__ = [
    "NotFoundError",
    "Place",
    "find_variant",
    "is_path",
    "looks_like_rules",
    "names_of_shipped",
    "place_of_text",
    "places_by_root",
]


MOST_NAMES = 100
"""How many names are told where one is not found."""


@dataclass(frozen=True, slots=True)
class Place:
    """A rule file: the path to read, the name to call it by in findings and records, its shipped
    name if it has one, and the options asked for."""

    path: Path
    name: str
    shipped_name: str | None
    wanted: tuple[Wanted, ...] = ()


def names_of_shipped() -> list[str]:
    """The names of the shipped variants, sorted."""
    root = shipped()
    found = (path.relative_to(root).with_suffix("") for path in root.rglob("*.yaml"))
    return sorted(path.as_posix() for path in found)


def places_by_root() -> list[tuple[Root, list[tuple[str, Path]]]]:
    """Every root of the search path with the names and files in it that a name leads to."""
    taken = set(names_of_shipped())
    first = shipped_root()
    found = [(first, [(name, first.folder / f"{name}.yaml") for name in sorted(taken)])]
    for root in other_roots():
        entries = [
            (name, path)
            for name, path in entries_of(root)
            if name not in taken and _has_rules(path)
        ]
        taken.update(name for name, _ in entries)
        found.append((root, entries))
    return found


def looks_like_rules(text: str, place: Place) -> bool:
    """Whether a text in the place of a file means to be a rule file, and not that of another
    program: its keys say so, or it extends one."""
    signs = signs_of(text)
    if signs.sure or signs.base is None:
        return signs.sure
    return _extends_rules(signs.base, place) or (signs.bare and _could_be_base(signs.base))


def find_variant(text: str | os.PathLike[str], beside: Place | None = None) -> Place:
    """The file of a name, or of a path; with `beside`, a path counts from that file and stays at or
    below its folder. NotFoundError where there is none."""
    if not isinstance(text, str | os.PathLike):
        raise NotFoundError(f"a variant is a name or a path, not {text!r}")
    text = os.fspath(text)
    if "\0" in text:
        raise NotFoundError("a name has no null character")
    name, wanted = split_name(text)
    place = _by_path(name, beside) if is_path(name) else _by_name(name, beside)
    return Place(place.path, place.name, place.shipped_name, wanted)


def place_of_text(text: str | os.PathLike[str]) -> Place:
    """Where a text that stands in the place of a file's content is said to come from."""
    name, wanted = split_name(os.fspath(text))
    return Place(Path(name), name, None, wanted)


def _by_name(name: str, beside: Place | None) -> Place:
    """The file of a name; one that another file names is looked for beside that one first."""
    if not NAME.fullmatch(name):
        raise NotFoundError(
            f"{name[:60]!r} is no variant name; names are lower-case words, paths end in .yaml"
        )
    path = file_of(shipped_root(), name)
    if path is not None:
        return Place(path, f"variants/{name}.yaml", name)
    own = [Root("beside", beside.path.parent)] if beside is not None else []
    for root in (*own, *other_roots()):
        path = file_of(root, name)
        if path is not None:
            return Place(path, path.as_posix(), None)
    names = [name for _, entries in places_by_root() for name, _ in entries][:MOST_NAMES]
    near = get_close_matches(name, names, 1)
    more = f"; did you mean '{near[0]}'?" if near else f"; there are: {', '.join(names)}"
    raise NotFoundError(f"there is no variant '{name}'{more}")


def _by_path(text: str, beside: Place | None) -> Place:
    try:
        path, name = _beside(text, beside) if beside is not None else (Path(text), text)
        known = _shipped_name(path.resolve()) if path.is_file() else None
        missing = not path.is_file()
    except (OSError, RuntimeError, ValueError) as error:
        if isinstance(error, NotFoundError):
            raise
        raise NotFoundError(f"{_short(text)} is no path that can be read") from None
    if missing and path.exists():
        what = "a folder" if path.is_dir() else "no file that can be read whole"
        raise NotFoundError(f"{_short(text)} is {what}; name a file that ends in .yaml")
    if missing:
        near = f" beside {beside.name}" if beside is not None else ""
        raise NotFoundError(f"there is no file {_short(text)}{near}")
    return Place(path, name, known)


def _beside(text: str, beside: Place) -> tuple[Path, str]:
    """The path of a file named by another; it stays at or below that one's folder."""
    folder = beside.path.resolve().parent
    path = (folder / text).resolve()
    if Path(text).is_absolute() or not path.is_relative_to(folder):
        raise NotFoundError(f"{_short(text)} leads outside the folder of the file that names it")
    return path, (Path(beside.name).parent / text).as_posix()


def _has_rules(path: Path) -> bool:
    """Whether a file looks like a rule file."""
    try:
        with path.open("rb") as stream:
            text = stream.read(MOST_READ).decode(errors="replace")
    except OSError:
        return False
    return looks_like_rules(text, Place(path, path.as_posix(), None))


def _extends_rules(base: str, place: Place) -> bool:
    """Whether there is a base of that name or path, and it is a rule file by its own keys."""
    try:
        name, _ = split_name(base)
        if is_path(name):
            path: Path | None = _beside(name, place)[0]
        else:
            roots = (shipped_root(), Root("beside", place.path.parent), *other_roots())
            path = next((path for root in roots if (path := file_of(root, name))), None)
        if path is None:
            return False
        with path.open("rb") as stream:
            return signs_of(stream.read(MOST_READ).decode(errors="replace")).sure
    except (OSError, RuntimeError, ValueError):
        return False


def _could_be_base(base: str) -> bool:
    """Whether a name that leads nowhere, and stands alone in a file, may be meant for a variant's:
    one that is being written, or a path."""
    word = base.partition("[")[0].strip()
    return not word or is_path(word) or bool(get_close_matches(word, names_of_shipped(), 1))


def _shipped_name(path: Path) -> str | None:
    inside = shipped().resolve()
    if path.is_relative_to(inside):
        return path.relative_to(inside).with_suffix("").as_posix()
    return None


def _short(text: str) -> str:
    return repr(text if len(text) <= 80 else text[:79] + "…")
