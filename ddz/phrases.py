"""Sentences for people at the table, in English and Chinese; one template a key and language.

Templates are filled with `str.format`; every key stands in both languages (a test holds them
together).
"""

from __future__ import annotations

__all__ = ["LANGUAGES", "LOG", "REFUSALS", "say"]

LANGUAGES = ("en", "zh")

REFUSALS: dict[str, dict[str, str]] = {
    "over": {"en": "the game is over", "zh": "本局已经结束"},
    "turn": {
        "en": "it is seat {asked}'s turn, not seat {seat}'s",
        "zh": "现在轮到{asked}号位，不是{seat}号位",
    },
    "seat": {
        "en": "there is no seat {seat}; seats are 0 to {last}",
        "zh": "没有{seat}号位；座位是0到{last}",
    },
    "answered": {
        "en": "seat {seat} has answered or is not asked",
        "zh": "{seat}号位已经选择过，或者不用选择",
    },
    "action": {
        "en": "{text} is no action here; say {allowed}",
        "zh": "这里不能“{text}”；可以{allowed}",
    },
    "barred": {"en": "you may only pass here", "zh": "你在这里只能不叫"},
    "bid": {"en": "there is no bid {bid}; bids are {bids}", "zh": "不能叫{bid}分；可以叫{bids}分"},
    "bid_low": {
        "en": "{bid} is not higher than the bid of {high}",
        "zh": "{bid}分不比已叫的{high}分高",
    },
    "option": {
        "en": "'{text}' is no answer here; the answers are {allowed}",
        "zh": "“{text}”不是选项；可选：{allowed}",
    },
    "no_cards": {"en": "{reason}", "zh": "这不是牌：{reason}"},
    "not_held": {"en": "you do not hold {cards}", "zh": "你手里没有{cards}"},
    "frozen": {"en": "{cards} cannot be played any more", "zh": "{cards}已经永久不能打出"},
    "twice": {
        "en": "you hold {held} of {card}, and the play names {named}",
        "zh": "你只有{held}张{card}，却要出{named}张",
    },
    "no_pattern": {"en": "{cards} form no pattern", "zh": "{cards}不成牌型"},
    "not_that": {"en": "{cards} are no {pattern}", "zh": "{cards}不是{pattern}"},
    "lead_pass": {"en": "who leads must play", "zh": "首家必须出牌，不能不出"},
    "low": {
        "en": "{cards} ({pattern}) does not beat {held} ({held_pattern})",
        "zh": "{cards}（{pattern}）大不过{held}（{held_pattern}）",
    },
    "spends": {
        "en": "{cards} do not spend a marked card of yours",
        "zh": "{cards}里没有你的标记牌",
    },
    "object": {
        "en": "an action is text such as 'pass' or cards, not {text}",
        "zh": "动作要写成文字，如“pass”或牌，而不是{text}",
    },
}

LOG: dict[str, dict[str, str]] = {
    "dealt": {
        "en": "{each} cards each, {kitty} in the kitty; seed {seed}, base {base}",
        "zh": "每人{each}张牌，底牌{kitty}张；种子{seed}，基础分{base}",
    },
    "marked": {
        "en": "seat {seat} is dealt the {mark}: {card}",
        "zh": "{seat}号位抓到{mark}：{card}",
    },
    "case": {"en": "case: {case}", "zh": "情况：{case}"},
    "asked": {"en": "{step}: seats {seats} choose", "zh": "{step}：{seats}号位选择"},
    "asked_seconds": {
        "en": "{step}: seats {seats} choose within {seconds} seconds",
        "zh": "{step}：{seats}号位在{seconds}秒内选择",
    },
    "bid": {"en": "seat {seat} bids {bid}", "zh": "{seat}号位叫{bid}分"},
    "no_bid": {"en": "seat {seat} passes", "zh": "{seat}号位不叫"},
    "won_auction": {
        "en": "seat {seat} wins the auction at {bid}",
        "zh": "{seat}号位叫得地主，{bid}分",
    },
    "unbid_seat": {"en": "nobody bids: it falls to seat {seat}", "zh": "没人叫地主：归{seat}号位"},
    "lot": {
        "en": "nobody bids: the lot falls on seat {seat}, at {bid}",
        "zh": "没人叫地主：抽签定为{seat}号位，{bid}分",
    },
    "redeal": {
        "en": "nobody bids: the deal is void, all is dealt anew",
        "zh": "没人叫地主：流局，重新发牌",
    },
    "void": {"en": "the game is void", "zh": "本局作废"},
    "stuck": {"en": "nobody can lead: the game is void", "zh": "谁也不能出牌：本局作废"},
    "roles": {"en": "roles: {roles}", "zh": "身份：{roles}"},
    "role": {"en": "seat {seat}: {role}", "zh": "{seat}号位：{role}"},
    "kitty": {"en": "kitty: {cards}", "zh": "底牌：{cards}"},
    "kitty_to": {
        "en": "seat {seat} takes {count} of the kitty: {cards}",
        "zh": "{seat}号位得底牌{count}张：{cards}",
    },
    "kitty_hidden": {
        "en": "seat {seat} takes {count} of the kitty",
        "zh": "{seat}号位得底牌{count}张",
    },
    "said": {"en": "seat {seat}: {option}", "zh": "{seat}号位：{option}"},
    "opened": {"en": "seat {seat} lays the hand open: {cards}", "zh": "{seat}号位明牌：{cards}"},
    "lead": {
        "en": "seat {seat} leads {cards} ({pattern})",
        "zh": "{seat}号位出{cards}（{pattern}）",
    },
    "play": {
        "en": "seat {seat} plays {cards} ({pattern})",
        "zh": "{seat}号位压{cards}（{pattern}）",
    },
    "left": {"en": "{left} left", "zh": "剩{left}张"},
    "pass": {"en": "seat {seat} passes", "zh": "{seat}号位不出"},
    "lead_passed": {"en": "seat {seat} can lead nothing", "zh": "{seat}号位无牌可出"},
    "trick": {"en": "the trick is seat {seat}'s", "zh": "这一轮归{seat}号位"},
    "reveal": {"en": "seat {seat} is {role}", "zh": "{seat}号位亮明身份：{role}"},
    "frozen": {
        "en": "{ranks} can no longer be played by seats {seats}",
        "zh": "{seats}号位的{ranks}永久不能打出",
    },
    "multiplier": {"en": "N {before} → {after}", "zh": "倍数N {before} → {after}"},
    "ended": {"en": "over at once: seat {seat}, {reason}", "zh": "不打自赢：{seat}号位，{reason}"},
    "ended_all": {"en": "over at once: {reason}", "zh": "不打自赢：{reason}"},
    "out": {"en": "seat {seat} is out of cards", "zh": "{seat}号位出完牌"},
    "won": {"en": "{side} win", "zh": "{side}获胜"},
    "score": {
        "en": "seat {seat} ({role}): {share} × {times} × base {base} = {score}",
        "zh": "{seat}号位（{role}）：{share} × {times} × 基础分{base} = {score}",
    },
    "deal_title": {"en": "deal", "zh": "发牌"},
    "scores": {"en": "scores", "zh": "得分"},
    "seat": {"en": "seat", "zh": "座位"},
    "role_title": {"en": "role", "zh": "身份"},
    "share": {"en": "share", "zh": "份额"},
    "times": {"en": "times", "zh": "乘数"},
    "base": {"en": "base", "zh": "基础分"},
    "score_title": {"en": "score", "zh": "得分"},
    "nobody": {"en": "nobody", "zh": "无人"},
}


def say(table: dict[str, dict[str, str]], key: str, lang: str, **values: object) -> str:
    """The sentence of a key in a language, filled in."""
    return table[key][lang].format(**values)
