"""The words in the header of a table, in the languages people take notes in, and what they say about a column."""

from __future__ import annotations

from enum import StrEnum


class Column(StrEnum):
    """What a column says about the paper of the row."""

    TITLE = "title"
    AUTHORS = "authors"
    FIRST_AUTHOR = "first author"
    SPEAKER = "speaker"
    PRESENTER = "presenter"
    """Who talks about the paper of somebody else: a reading group."""
    AFFILIATION = "affiliation"
    """Where who speaks belongs to."""
    YEAR = "year"
    VENUE = "venue"
    LINK = "link"
    KEY = "key"
    SHORT = "short"
    PRESENTATION = "presentation"
    TOPIC = "topic"
    RATING = "rating"
    NOTES = "notes"
    TIME = "time"
    NUMBER = "number"
    OTHER = "other"


_HEADERS = {
    Column.TITLE: (
        "title|paper|papers|publication|article|articles|paper title|paper name|work|works|manuscript|reading|"
        "readings|titre|título|titulo|titel|titolo|заголовок|название|статья|标题|题目|论文|论文标题|论文题目|文章|タイトル|論文|제목|논문|"
        "reference|references|publications|selected paper|talk title|presentation title|literature|source paper"
    ),
    Column.AUTHORS: (
        "author|authors|author(s)|by|auteur|auteurs|autor|autores|autoren|autori|автор|авторы|作者|著者|저자|"
        "author list|authors / affiliation|contributors|written by"
    ),
    Column.FIRST_AUTHOR: ("first author|lead author|1st author|一作|第一作者|corresponding author"),
    Column.SPEAKER: ("speaker|speakers|speaker(s)|orateur|ponente|讲者|报告人|講演者"),
    Column.PRESENTER: (
        "presenter|presenters|presented by|presenting|discussant|discussion leader|led by|leader|"
        "vortragende|vortragender|vortrag|who|発表者|발표자|主讲人"
    ),
    Column.YEAR: (
        "year|date|published|publication date|publication year|pub date|pub. date|release date|released|année|"
        "año|ano|jahr|anno|год|дата|年份|年|日期|发表时间|时间|发布时间|発表年|연도|날짜|month|submitted|posted|datum|fecha|yr|"
        "year published|published on|data"
    ),
    Column.VENUE: (
        "venue|venues|conference|journal|where|published in|publication venue|conf|conf.|proceedings|source|pub.|"
        "pub|revue|conférence|konferenz|zeitschrift|revista|congreso|会议|期刊|会议/期刊|发表|発表先|学会|학회|конференция|журнал|"
        "quelle|fonte|fuente|tagung|出处|来源|booktitle|conference/journal|journal/conference|venue/year|"
        "published at|appeared in|accepted|event"
    ),
    Column.LINK: (
        "link|links|url|urls|pdf|arxiv|doi|openreview|web|链接|リンク|링크|lien|liens|enlace|ссылка|html|project|"
        "project page|website|page|homepage|resources|resource|demo|video|slides|code|repo|github|repository|"
        "implementation|代码|コード|코드|code link|arxiv id|eprint|preprint|full text|download|материалы|codes|"
        "source code|project website|github link|code/project|materials"
    ),
    Column.KEY: ("key|citekey|cite key|citation key|bibkey|bib key|bibtex key|bibtex|cite|ref|citation|zotero key"),
    Column.SHORT: (
        "name|method|methods|model|models|abbr|abbr.|acronym|short name|short|nickname|system|approach|algorithm|"
        "方法|模型|简称|名称|dataset|datasets|benchmark|framework|モデル|手法|모델|abbreviation|alias|technique|"
        "method name|model name|architecture|数据集"
    ),
    Column.PRESENTATION: ("type|presentation|status|format|decision|track|presentation type|kind|类型"),
    Column.TOPIC: (
        "topic|topics|category|categories|area|areas|task|tasks|field|subject|keywords|keyword|tags|tag|session|"
        "theme|主题|类别|分类|领域|任务|方向|トピック|주제|тема|thema|tema|catégorie|kategorie|categoría|subfield|domain|sub-topic|"
        "subtopic|week topic"
    ),
    Column.RATING: ("rating|score|my rating|stars|priority|importance|评分|評価|note/10|rate|relevance"),
    Column.NOTES: (
        "notes|note|comment|comments|summary|tl;dr|tldr|description|abstract|takeaway|takeaways|contribution|"
        "contributions|key idea|idea|remark|remarks|备注|摘要|概要|メモ|요약|описание|beschreibung|descripción|why|"
        "main idea|key findings|findings|key contribution|highlights|limitations|results|key takeaway|one-liner"
    ),
    Column.AFFILIATION: (
        "affiliation|affiliations|institution|institutions|institute|university|organisation|organization|机构|单位|"
        "所属|소속|institut|einrichtung|afiliación"
    ),
    Column.TIME: (
        "time|when|slot|zeit|heure|hora|uhrzeit|day|时间段|room|location|start|end|place|week|lecture|session time|時間"
    ),
    Column.NUMBER: (
        "#|no|no.|nr|nr.|№|id|rank|index|序号|编号|number|poster|poster #|paper id|n|s.no|s. no.|sr. no.|num|№ п/п|"
        "poster id"
    ),
}
BY_WORD = {word: column for column, words in _HEADERS.items() for word in words.split("|")}
