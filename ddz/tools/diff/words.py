"""What `ddz diff` says, in English and Chinese."""

from __future__ import annotations

__all__ = ["DIFF"]

DIFF: dict[str, dict[str, str]] = {
    "same": {"en": "the rules are the same", "zh": "两者规则相同"},
    "only_words": {
        "en": "the rules are the same; they only call things otherwise",
        "zh": "两者规则相同，只是名称不同",
    },
    "rules": {"en": "what the files say", "zh": "规则文件的不同"},
    "words": {"en": "what things are called", "zh": "名称的不同"},
    "key": {"en": "key", "zh": "键"},
    "none": {"en": "–", "zh": "–"},
    "default": {"en": "{text} (not written)", "zh": "{text}（未写）"},
    "behind": {"en": "behind '{text}'", "zh": "排在“{text}”之后"},
    "first": {"en": "first", "zh": "排在最前"},
    "flow": {"en": "course of a game", "zh": "游戏过程"},
    "deck": {"en": "deck, {name}: {deck}", "zh": "{name}的牌：{deck}"},
    "size": {"en": "{size} cards, {copies} × {ranks}", "zh": "{size}张，{copies}副 {ranks}"},
    "counts": {"en": "plays one seat can hold", "zh": "一家手里可能打出的牌"},
    "plays_same": {
        "en": "plays: the same {number} in both, read alike",
        "zh": "可打出的牌：两者相同，共{number}种",
    },
    "gained": {"en": "plays gained", "zh": "新增的牌"},
    "lost": {"en": "plays lost", "zh": "减少的牌"},
    "renamed": {"en": "cards read otherwise", "zh": "牌型改变的牌"},
    "pattern": {"en": "pattern", "zh": "牌型"},
    "read": {"en": "read as", "zh": "读作"},
    "was": {"en": "was", "zh": "原为"},
    "is": {"en": "is", "zh": "现为"},
    "length": {"en": "cards", "zh": "张数"},
    "number": {"en": "number", "zh": "种数"},
    "such": {"en": "such as", "zh": "例如"},
    "all": {"en": "all", "zh": "合计"},
    "plus": {"en": "gained", "zh": "新增"},
    "minus": {"en": "lost", "zh": "减少"},
    "least": {"en": "at least {number}", "zh": "至少{number}"},
    "unread": {
        "en": "too many plays of {lengths} cards to look at each: what is gained and lost there is"
        " counted, what is read otherwise was looked for among the first {tried} only",
        "zh": "{lengths}张的牌太多，不能逐一查看：新增和减少的是算出来的，"
        "牌型改变的只查看了前{tried}种",
    },
    "unread_decks": {
        "en": "too many plays of {lengths} cards to compare over two decks: only their numbers are"
        " given",
        "zh": "{lengths}张的牌太多，两副牌不同，不能逐一比较：只给出种数",
    },
    "passed": {
        "en": "too many groups with wings among plays of {lengths} cards: those were not compared",
        "zh": "{lengths}张的带牌牌型太多：没有比较这些张数的牌",
    },
    "orders": {"en": "what beats what", "zh": "大小的不同"},
    "order_same": {"en": "what beats what: the same in both", "zh": "大小：两者相同"},
    "cards": {"en": "cards", "zh": "牌"},
    "against": {"en": "against", "zh": "对"},
    "beats": {"en": "beats", "zh": "大过"},
    "loses": {"en": "loses", "zh": "小于"},
    "neither": {"en": "neither beats", "zh": "不分大小"},
    "bombs": {"en": "bombs", "zh": "炸弹"},
    "more_pairs": {
        "en": "{what}: {more} more pairs stand otherwise",
        "zh": "{what}：还有{more}对大小不同",
    },
    "not_ordered": {
        "en": "{what}: too many kinds of cards; their order was not compared",
        "zh": "{what}：种类太多，没有比较大小",
    },
    "raises": {"en": "what plays do to N", "zh": "出牌对倍数N的影响"},
    "nothing": {"en": "nothing", "zh": "无"},
    "comma": {"en": ", ", "zh": "，"},
}
