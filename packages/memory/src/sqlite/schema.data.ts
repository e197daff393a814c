/** Marks a file as a memory of omp: `ompm`. */
export const applicationId = 0x6f_6d_70_6d;
/** Of the tables below. A file with a higher one is left alone. */
export const schemaVersion = 1;

export const schema = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE memories (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, store TEXT NOT NULL, type TEXT NOT NULL, source TEXT NOT NULL,
  veracity TEXT NOT NULL, importance REAL NOT NULL, content TEXT NOT NULL, context TEXT, origin TEXT NOT NULL, places TEXT,
  session_id TEXT, cwd TEXT, project TEXT, agent TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
  invalidated_at INTEGER, replacement_id TEXT, derived_from TEXT, content_hash TEXT NOT NULL, term_count INTEGER NOT NULL,
  extract_due INTEGER NOT NULL DEFAULT 0, merged_into TEXT);
CREATE INDEX memories_created ON memories (created_at);
CREATE INDEX memories_hash ON memories (content_hash);
CREATE INDEX memories_derived ON memories (derived_from) WHERE derived_from IS NOT NULL;
CREATE INDEX memories_extract ON memories (seq) WHERE extract_due = 1;
CREATE INDEX memories_merge ON memories (seq) WHERE type = 'episode' AND store = 'working' AND merged_into IS NULL;
CREATE INDEX memories_merged ON memories (merged_into) WHERE merged_into IS NOT NULL;
CREATE VIRTUAL TABLE terms USING fts5 (words, tokenize = 'ascii', detail = none);
INSERT INTO terms (terms, rank) VALUES ('secure-delete', 1);
CREATE TABLE vectors (seq INTEGER PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE signatures (page INTEGER PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE entities (name TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (name, seq)) WITHOUT ROWID;
CREATE INDEX entities_seq ON entities (seq);
CREATE TABLE sessions (id TEXT PRIMARY KEY, turns INTEGER NOT NULL, updated_at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE leases (name TEXT PRIMARY KEY, owner TEXT NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID;
`;
