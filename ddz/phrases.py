"""Sentences for people at the table, in English and Chinese; one template a key and language.

Templates are filled with `str.format`; every key stands in both languages (a test holds them
together).
"""

from __future__ import annotations

__all__ = ["COMMANDS", "EDITOR", "LANGUAGES", "LOG", "REFUSALS", "say"]

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
    "action_play": {
        "en": "{text} is no action here; play cards or pass",
        "zh": "这里不能“{text}”；请出牌，或者不出（pass）",
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
    "dealt_all": {
        "en": "{each} cards each, no kitty; seed {seed}, base {base}",
        "zh": "每人{each}张牌，无底牌；种子{seed}，基础分{base}",
    },
    "dealt_aside": {
        "en": "{each} cards each, {kitty} in the kitty, {aside} aside; seed {seed}, base {base}",
        "zh": "每人{each}张牌，底牌{kitty}张，{aside}张不用；种子{seed}，基础分{base}",
    },
    "marked": {
        "en": "{seats} is dealt the {mark}: {card}",
        "zh": "{seats}抓到{mark}：{card}",
    },
    "case": {"en": "case: {case}", "zh": "情况：{case}"},
    "asked": {"en": "{step}: {seats} may choose", "zh": "{step}：{seats}可选择"},
    "asked_seconds": {
        "en": "{step}: {seats} may choose within {seconds} seconds",
        "zh": "{step}：{seats}可在{seconds}秒内选择",
    },
    "bid": {"en": "{seats} bids {bid}", "zh": "{seats}叫{bid}分"},
    "no_bid": {"en": "{seats} does not bid", "zh": "{seats}不叫"},
    "won_auction": {"en": "{seats} wins the auction at {bid}", "zh": "{seats}叫得地主，{bid}分"},
    "unbid_seat": {"en": "nobody bids: it falls to {seats}", "zh": "没人叫地主：归{seats}"},
    "lot": {
        "en": "nobody bids: the lot falls on {seats}, at {bid}",
        "zh": "没人叫地主：抽签定为{seats}，{bid}分",
    },
    "redeal": {
        "en": "nobody bids: the deal is void, all is dealt anew",
        "zh": "没人叫地主：流局，重新发牌",
    },
    "void": {"en": "the game is void", "zh": "本局作废"},
    "stuck": {"en": "nobody can lead: the game is void", "zh": "谁也不能出牌：本局作废"},
    "roles": {"en": "roles: {roles}", "zh": "身份：{roles}"},
    "roles_hidden": {"en": "the others are not known yet", "zh": "其余身份未公开"},
    "role": {"en": "{role} {seats}", "zh": "{seats}是{role}"},
    "kitty": {"en": "kitty: {cards}", "zh": "底牌：{cards}"},
    "kitty_to": {
        "en": "{seats} takes {count} of the kitty: {cards}",
        "zh": "{seats}得底牌{count}张：{cards}",
    },
    "kitty_hidden": {
        "en": "{seats} takes {count} of the kitty, unseen",
        "zh": "{seats}得底牌{count}张，不公开",
    },
    "said": {"en": "{seats}: {option}", "zh": "{seats}：{option}"},
    "opened": {"en": "{seats} lays the hand open: {cards}", "zh": "{seats}的牌公开：{cards}"},
    "lead": {
        "en": "{seats} leads {cards} ({pattern}), {left} left",
        "zh": "{seats}出{cards}（{pattern}），剩{left}张",
    },
    "play": {
        "en": "{seats} plays {cards} ({pattern}), {left} left",
        "zh": "{seats}压{cards}（{pattern}），剩{left}张",
    },
    "pass": {"en": "{seats} passes", "zh": "{seats}不出"},
    "pass_many": {"en": "{seats} pass", "zh": "{seats}不出"},
    "lead_passed": {"en": "{seats} can lead nothing", "zh": "{seats}无牌可出"},
    "trick": {"en": "the trick is {seats}'s", "zh": "这一轮归{seats}"},
    "reveal": {"en": "now known: {roles}", "zh": "亮明身份：{roles}"},
    "frozen": {
        "en": "{ranks} can no longer be played by {seats}",
        "zh": "{seats}的{ranks}永久不能打出",
    },
    "multiplier": {"en": "N {before} → {after}", "zh": "倍数N {before} → {after}"},
    "ended": {"en": "{step}: {seats}, {reason}", "zh": "{step}：{seats}，{reason}"},
    "ended_all": {"en": "{step}: {reason}", "zh": "{step}：{reason}"},
    "out": {"en": "{seats} is out of cards", "zh": "{seats}出完牌"},
    "won": {"en": "{side} win", "zh": "{side}获胜"},
    "hand": {"en": "{seats} is left with {cards}", "zh": "{seats}手里剩{cards}"},
    "N": {"en": "N: {changes}", "zh": "倍数N：{changes}"},
    "change": {"en": "{after} ({cause})", "zh": "{after}（{cause}）"},
    "why": {"en": "scored as: {why}", "zh": "计分：{why}"},
    "product": {"en": "times: {times} = {value}", "zh": "乘数：{times} = {value}"},
    "seat_one": {"en": "seat {seats}", "zh": "{seats}号位"},
    "seat_many": {"en": "seats {seats}", "zh": "{seats}号位"},
    "seat_all": {"en": "all seats", "zh": "各家"},
    "scores": {"en": "scores", "zh": "得分"},
    "seat_title": {"en": "seat", "zh": "座位"},
    "role_title": {"en": "role", "zh": "身份"},
    "share_title": {"en": "share", "zh": "份额"},
    "times_title": {"en": "× times", "zh": "× 乘数"},
    "base_title": {"en": "× base", "zh": "× 基础分"},
    "score_title": {"en": "= score", "zh": "= 得分"},
}

COMMANDS: dict[str, dict[str, str]] = {
    "given_up": {
        "en": "ddz: examples were not all looked for, there are too many cards to try: {names}",
        "zh": "ddz：要试的牌太多，没有找全这些牌型的例子：{names}",
    },
    "variant_title": {"en": "title", "zh": "标题"},
    "options": {"en": "options", "zh": "选项"},
    "aside": {"en": "aside", "zh": "不用的牌"},
    "option": {"en": "option", "zh": "选项"},
    "stands": {"en": "stands", "zh": "现行"},
    "shipped": {"en": "shipped", "zh": "自带"},
    "nothing": {"en": "nothing: {cards} form no pattern", "zh": "{cards}不成牌型"},
    "reading": {"en": "{pattern}, {length} cards", "zh": "{pattern}，{length}张"},
    "beats": {"en": "beats {held}: {pattern}", "zh": "大过{held}：{pattern}"},
    "beats_not": {"en": "does not beat {held}: {pattern}", "zh": "大不过{held}：{pattern}"},
    "held_nothing": {"en": "which forms no pattern", "zh": "不成牌型"},
    "games": {"en": "games", "zh": "局数"},
    "length": {"en": "cards", "zh": "张数"},
    "key": {"en": "from", "zh": "主牌"},
    "count": {"en": "number", "zh": "种数"},
    "won_by": {"en": "won by", "zh": "获胜"},
    "part": {"en": "of all", "zh": "占比"},
    "seat": {"en": "seat", "zh": "座位"},
    "won": {"en": "won", "zh": "胜局"},
    "score": {"en": "score", "zh": "得分"},
    "mean": {"en": "a game", "zh": "每局"},
    "total": {"en": "all", "zh": "合计"},
    "summary": {
        "en": "{games} games from seed {seed}: {length:.0f} actions each, N {mean:.2f} on average",
        "zh": "{games}局，种子从{seed}起：每局{length:.0f}步，倍数N平均{mean:.2f}",
    },
    "replayed": {
        "en": "game {game}: {steps} steps, scores {scores}",
        "zh": "第{game}局：{steps}步，得分{scores}",
    },
    "not_over": {"en": "none yet", "zh": "未结束"},
    "deal": {"en": "deal", "zh": "发牌"},
    "terms": {"en": "marks, names, cases", "zh": "标记、名称、情况"},
    "comma": {"en": ", ", "zh": "，"},
    "semicolon": {"en": "; ", "zh": "；"},
    "players": {"en": "players", "zh": "人数"},
    "cards": {"en": "cards", "zh": "牌"},
    "packs": {"en": "{size}: {copies} × {ranks}", "zh": "{size}张：{copies}副 {ranks}"},
    "each": {"en": "each", "zh": "每人"},
    "kitty": {"en": "kitty", "zh": "底牌"},
    "line": {"en": "line", "zh": "顺序"},
    "mark": {"en": "mark", "zh": "标记"},
    "name": {"en": "name", "zh": "名称"},
    "case": {"en": "case", "zh": "情况"},
    "known_all": {"en": "known to all", "zh": "公开"},
    "known_holder": {"en": "known to who holds it", "zh": "只有持牌人知道"},
    "known_nobody": {"en": "known to nobody", "zh": "无人知道"},
    "patterns": {"en": "patterns", "zh": "牌型"},
    "pattern": {"en": "pattern", "zh": "牌型"},
    "bombs": {"en": "bombs", "zh": "炸弹"},
    "bomb": {"en": "bomb", "zh": "炸弹"},
    "ladder": {"en": "ladder, weakest first", "zh": "炸弹大小，由小到大"},
    "rung": {"en": "step", "zh": "级"},
    "flow": {"en": "course of a game", "zh": "游戏过程"},
    "step": {"en": "step", "zh": "步骤"},
    "kind": {"en": "kind", "zh": "类型"},
    "rules": {"en": "rules", "zh": "规则"},
    "settle": {"en": "settle", "zh": "结算"},
    "multiplier": {"en": "multiplier N", "zh": "倍数N"},
    "start": {"en": "from {value}", "zh": "从{value}起"},
    "most": {"en": "at most {value}", "zh": "最多{value}"},
    "at": {"en": "at", "zh": "何事"},
    "when": {"en": "when", "zh": "条件"},
    "add": {"en": "add", "zh": "加"},
    "times": {"en": "times", "zh": "乘"},
    "shares": {"en": "base × times × share", "zh": "基础分 × 乘数 × 份额"},
    "why": {"en": "why", "zh": "说明"},
}

EDITOR: dict[str, dict[str, str]] = {
    "pattern": {"en": "pattern", "zh": "牌型"},
    "bomb": {"en": "bomb", "zh": "炸弹"},
    "line": {"en": "line of ranks", "zh": "顺序"},
    "mark": {"en": "mark", "zh": "标记"},
    "name": {"en": "name", "zh": "名称"},
    "number": {"en": "number for the settlement", "zh": "结算用数"},
    "case": {"en": "case", "zh": "情况"},
    "step": {"en": "step", "zh": "步骤"},
    "role": {"en": "role", "zh": "身份"},
    "side": {"en": "side", "zh": "阵营"},
    "answer": {"en": "answer of a choice", "zh": "选择的答案"},
    "ending": {"en": "reason for an early end", "zh": "提前结束的原因"},
    "house_rule": {"en": "option", "zh": "可选规则"},
    "plays": {"en": "{number:,} plays of the whole deck", "zh": "整副牌共{number:,}种出法"},
    "as_in": {"en": "such as {cards}", "zh": "例如{cards}"},
    "rungs": {
        "en": "on the ladder at step {steps} of {all}",
        "zh": "炸弹大小第{steps}级，共{all}级",
    },
    "rung": {"en": "step {step} of {all}, weakest first", "zh": "由小到大第{step}级，共{all}级"},
    "beats_below": {"en": "beats {below} and all below", "zh": "大过{below}及以下各级"},
    "lowest": {"en": "the weakest bombs", "zh": "最小的炸弹"},
    "from_file": {"en": "from {file}", "zh": "来自{file}"},
    "explain": {"en": "`ddz explain {code}` has an example", "zh": "`ddz explain {code}`有例子"},
    "write": {"en": "write '{text}'", "zh": "改成“{text}”"},
    "take_out": {"en": "take it out", "zh": "删去"},
    "mend": {"en": "mend it: {hint}", "zh": "改正：{hint}"},
}


def say(table: dict[str, dict[str, str]], key: str, lang: str, **values: object) -> str:
    """The sentence of a key in a language, filled in."""
    if lang not in LANGUAGES:
        raise ValueError(f"there is no language {lang!r}; there are: {', '.join(LANGUAGES)}")
    return table[key][lang].format(**values)
