CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE notes (id INTEGER PRIMARY KEY, path TEXT UNIQUE NOT NULL, digest TEXT NOT NULL);
CREATE TABLE sentences (
    id INTEGER PRIMARY KEY, note INTEGER NOT NULL, line INTEGER NOT NULL, start INTEGER NOT NULL, raw TEXT NOT NULL);
CREATE INDEX sentences_of_note ON sentences (note, start);
CREATE VIRTUAL TABLE sentence_words USING fts5 (raw, content='',
    tokenize="porter unicode61 remove_diacritics 0 categories 'L* N* Co So Mn Mc Sk'");
CREATE TABLE things (
    id INTEGER PRIMARY KEY, iri TEXT UNIQUE NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, year TEXT NOT NULL,
    places INTEGER NOT NULL DEFAULT 0, notes INTEGER NOT NULL DEFAULT 0,
    names TEXT NOT NULL, titles TEXT NOT NULL, keys TEXT NOT NULL, people TEXT NOT NULL, said TEXT NOT NULL);
CREATE INDEX things_of_kind ON things (kind);
CREATE VIRTUAL TABLE thing_words USING fts5 (
    names, titles, keys, people, said, content='',
    tokenize="porter unicode61 remove_diacritics 0 categories 'L* N* Co So Mn Mc Sk'");
CREATE TABLE calls (key TEXT NOT NULL, thing INTEGER NOT NULL, PRIMARY KEY (key, thing)) WITHOUT ROWID;
CREATE TABLE seen (
    thing INTEGER NOT NULL, sentence INTEGER NOT NULL, PRIMARY KEY (thing, sentence)) WITHOUT ROWID;
CREATE INDEX seen_in ON seen (sentence);
CREATE TABLE words (word TEXT PRIMARY KEY, times INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE vocabulary (length INTEGER PRIMARY KEY, words TEXT NOT NULL);
