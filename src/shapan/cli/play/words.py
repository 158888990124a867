"""The program's words on the playing screen, which stand beside the game's own words in the same language."""

from __future__ import annotations

from shapan.engine.text import LANGUAGES

_WORDS = {
    "colon": (": ", "：", "："),
    "round": ("Round {n}", "第 {n} 轮", "第 {n} 輪"),
    "turn": ("Turn: {seat}", "轮到 {seat}", "輪到 {seat}"),
    "you": ("you", "你", "你"),
    "since": ("Since your last decision", "你上次决定之后", "你上次決定之後"),
    "log": ("Log", "记录", "紀錄"),
    "earlier": (
        "{n} earlier lines; all of them: l all",
        "之前还有 {n} 行；全部显示：l all",
        "之前還有 {n} 行；全部顯示：l all",
    ),
    "hand": ("Hand", "手牌", "手牌"),
    "face_down": ("face down", "面朝下", "面朝下"),
    "legend": ("Signs", "图例", "圖例"),
    "one": ("number, or ? help", "输入编号，? 帮助", "輸入編號，? 說明"),
    "many": (
        "numbers such as {example}, empty for none, or ? help",
        "输入编号，例如 {example}；留空表示不选；? 帮助",
        "輸入編號，例如 {example}；留空表示不選；? 說明",
    ),
    "some": (
        "numbers such as {example}, or ? help",
        "输入编号，例如 {example}；? 帮助",
        "輸入編號，例如 {example}；? 說明",
    ),
    "next": (
        "next numbers, empty when done, or ? help",
        "继续输入编号；留空表示完成；? 帮助",
        "繼續輸入編號；留空表示完成；? 說明",
    ),
    "chosen": ("Chosen", "已选", "已選"),
    "keys": (
        "number: choose   u: undo   t: table   l: log   r {rule}: a rule   ?: help   q: quit, the match is kept",
        "编号：选择   u：撤销   t：桌面   l：记录   r {rule}：规则条文   ?：帮助   q：退出（对局会保存）",
        "編號：選擇   u：復原   t：桌面   l：紀錄   r {rule}：規則條文   ?：說明   q：離開（對局會保留）",
    ),
    "no_number": ("Choose a number from 1 to {n}", "请输入 1 到 {n} 的编号", "請輸入 1 到 {n} 的編號"),
    "not_now": ("{n} cannot be chosen here", "此处不能选 {n}", "此處不能選 {n}"),
    "too_few": ("Choose at least one more", "至少还要选一项", "至少還要選一項"),
    "no_rule": ("There is no rule {rule}", "没有 {rule} 这条规则", "沒有 {rule} 這條規則"),
    "near_rules": ("Near it: {rules}", "相近的有：{rules}", "相近的有：{rules}"),
    "undone": ("Taken back", "已撤销", "已復原"),
    "pass_to": (
        "Give the keyboard to {seat}, then press Enter",
        "请把键盘交给 {seat}，然后按回车",
        "請把鍵盤交給 {seat}，然後按 Enter",
    ),
    "over": ("The match is over", "对局结束", "對局結束"),
    "rank": ("Rank", "名次", "名次"),
    "score": ("Score", "得分", "得分"),
    "win": ("Victory", "获胜", "獲勝"),
    "forfeit": ("Somebody left", "有人离开", "有人離開"),
}
WORDS = {language: {key: row[place] for key, row in _WORDS.items()} for place, language in enumerate(LANGUAGES)}
