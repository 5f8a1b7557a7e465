"""What the comments of a starter say, in English and Chinese."""

from __future__ import annotations

__all__ = ["STARTER"]

STARTER: dict[str, dict[str, str]] = {
    "head": {
        "en": "A house rule. What is not written here stays as it is in {base}; 'ddz flatten' shows"
        " all of it.",
        "zh": "自家规则。这里没写的都和{base}一样；用 ddz flatten 可以看到全部规则。",
    },
    "how": {
        "en": "Lines that start with one # are changes to choose from: take the '# ' away.",
        "zh": "以一个 # 开头的各行是可选的改动：去掉行首的“# ”即可启用。",
    },
    "then": {
        "en": "Then try: ddz validate {file}, ddz test {file}, ddz diff {base} {file}",
        "zh": "然后试试：ddz validate {file}、ddz test {file}、ddz diff {base} {file}",
    },
    "options": {
        "en": "It has options: 'extends: {base}[{option}]' switches one; 'ddz show {base}' lists"
        " them.",
        "zh": "它还有可选规则：写“extends: {base}[{option}]”即可启用；ddz show {base} 列出全部。",
    },
    "pattern": {
        "en": "A pattern: {name} needs one more, so {cards} is none. A new name adds a pattern,"
        " null takes one away.",
        "zh": "牌型：{name}至少要多一组，{cards}不再成立。写新的名字是增加牌型，"
        "写 null 是去掉牌型。",
    },
    "ladder": {
        "en": "The bombs, weakest first: here the two strongest steps have changed places.",
        "zh": "炸弹由小到大：这里最大的两级互换了位置。",
    },
    "kitty": {
        "en": "The kitty: '{shown}' instead of '{was}' (all: shown to everyone; owner: only to who"
        " gets it).",
        "zh": "底牌：“{was}”改为“{shown}”（all：亮给大家看；owner：只给得到的人看）。",
    },
    "most": {
        "en": "The multiplier N: a cap, beyond which it does not grow.",
        "zh": "倍数N：封顶，超过就不再增加。",
    },
    "rows": {
        "en": "What makes N grow, the first row that fits; here the first '{change}' was '{was}'.",
        "zh": "什么使N增加，取最先符合的一行；这里第一个“{change}”原为“{was}”。",
    },
    "settle": {
        "en": "Who gets how much, base × times × share; here the shares of one row are doubled."
        " The shares of all seats must sum to zero.",
        "zh": "计分：基础分 × 乘数 × 份额；这里有一行的份额加倍。各家份额之和须为零。",
    },
    "examples": {
        "en": "What must hold: 'ddz test' checks it. Write here what your rule is about.",
        "zh": "必须成立的例子，由 ddz test 检查。请写上你的规则的例子。",
    },
    "title": {"en": "{title}: {name}", "zh": "{title}：{name}"},
    "written": {
        "en": "{file} is written. Change it, then: ddz validate {file}",
        "zh": "已写好{file}。改好之后：ddz validate {file}",
    },
    "no_base": {
        "en": "say which game it changes, as in: ddz new {name} --extends 2v4; 'ddz list' shows the"
        " games",
        "zh": "请写明改的是哪个游戏，如：ddz new {name} --extends 2v4；ddz list 列出各游戏",
    },
    "exists": {
        "en": "there is a file {file} already; take another name, or remove it first",
        "zh": "{file}已经存在；请换个名字，或者先删掉它",
    },
    "no_name": {
        "en": "'{name}' is no name; names are lower-case words such as house, paths end in .yaml",
        "zh": "“{name}”不能作名字；名字是小写的词，如house，路径以.yaml结尾",
    },
    "taken": {
        "en": "'{name}' is a game that is shipped; take another name",
        "zh": "“{name}”是自带的游戏；请换个名字",
    },
    "no_folder": {
        "en": "there is no folder {folder}; make it first",
        "zh": "没有文件夹{folder}；请先建好",
    },
    "outside": {
        "en": "{base} is not in the folder of {file} or below it; a file extends only such files",
        "zh": "{base}不在{file}所在的文件夹之内；文件只能扩展同一文件夹之内的文件",
    },
    "not_written": {"en": "{file} cannot be written: {reason}", "zh": "{file}写不了：{reason}"},
}
