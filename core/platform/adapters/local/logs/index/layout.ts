/** Raised when the tables change: an index of another version is made again from the files. */
export const layoutVersion = 4;

/**
 * `entry.id` is the cursor. A file is read up to `position`, in a text log the beginning of its last
 * entry, which may go on; `seal` is a checksum of what lies around the position, and distinguishes
 * a file that has grown from another one. A line of a daily file is found by its cursor; `file` and `place` are of
 * entries in text logs. `noise`: the logger of an entry without hook_id. `total` counts the
 * entries of each combination of its columns, so that common totals cost nothing. The indexes give
 * rows in the order of time. Texts are gathered in memory up to `hashsize`: written in small parts,
 * they would be merged again and again.
 */
export const layout = `
  CREATE TABLE file (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, inode INTEGER NOT NULL,
    position INTEGER NOT NULL, seal TEXT NOT NULL, last INTEGER,
    size INTEGER NOT NULL, modified REAL NOT NULL
  ) STRICT;
  CREATE TABLE value (
    id INTEGER PRIMARY KEY, field TEXT NOT NULL, text TEXT NOT NULL, UNIQUE (field, text)
  ) STRICT;
  CREATE TABLE entry (
    id INTEGER PRIMARY KEY, time INTEGER NOT NULL, length INTEGER NOT NULL,
    level INTEGER NOT NULL, event INTEGER, repository INTEGER, noise INTEGER,
    user INTEGER, hook INTEGER, pull INTEGER, file INTEGER, place INTEGER
  ) STRICT;
  CREATE TABLE total (
    level INTEGER NOT NULL, event INTEGER NOT NULL, repository INTEGER NOT NULL,
    noise INTEGER NOT NULL, entries INTEGER NOT NULL,
    PRIMARY KEY (level, event, repository, noise)
  ) STRICT, WITHOUT ROWID;
  CREATE VIRTUAL TABLE text USING fts5 (
    message, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
  );
  INSERT INTO text (text, rank) VALUES ('hashsize', 16777216);
  INSERT INTO text (text, rank) VALUES ('pgsz', 16000);
  CREATE VIRTUAL TABLE trigram USING fts5vocab (text, row)
`;

/** Made when the daily files are read: with them, rows take a third longer to add. */
export const indexes = `
  CREATE INDEX by_time ON entry (time, level, noise);
  CREATE INDEX by_level ON entry (level, time, noise);
  CREATE INDEX by_event ON entry (event, time, noise) WHERE event IS NOT NULL;
  CREATE INDEX by_repository ON entry (repository, time, noise)
    WHERE repository IS NOT NULL;
  CREATE INDEX by_user ON entry (user, time, noise) WHERE user IS NOT NULL;
  CREATE INDEX by_hook ON entry (hook) WHERE hook IS NOT NULL;
  CREATE INDEX by_pull ON entry (pull) WHERE pull IS NOT NULL;
  CREATE INDEX by_file ON entry (file) WHERE file IS NOT NULL;
`;
