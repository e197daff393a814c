export const schemaVersion = 1;

/** "ompf". */
export const applicationId = 0x6f6d7066;

export const schema = `
CREATE TABLE batch (
	seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, limits TEXT NOT NULL, fingerprint TEXT NOT NULL,
	created_at INTEGER NOT NULL, is_paused INTEGER NOT NULL DEFAULT 0, tasks INTEGER NOT NULL, is_shared INTEGER NOT NULL,
	paid INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE task (
	seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, batch TEXT NOT NULL, row INTEGER NOT NULL, name TEXT NOT NULL,
	repository TEXT NOT NULL, message TEXT NOT NULL DEFAULT '', format INTEGER NOT NULL, priority INTEGER NOT NULL, state TEXT NOT NULL,
	fence INTEGER NOT NULL DEFAULT 0, losses INTEGER NOT NULL DEFAULT 0, losses_before INTEGER NOT NULL DEFAULT 0,
	worker TEXT, leased_until INTEGER,
	is_paused INTEGER NOT NULL DEFAULT 0, is_cancelled INTEGER NOT NULL DEFAULT 0, attended_until INTEGER NOT NULL DEFAULT 0,
	usd INTEGER NOT NULL DEFAULT 0, tokens INTEGER NOT NULL DEFAULT 0, turns INTEGER NOT NULL DEFAULT 0, reported INTEGER NOT NULL DEFAULT 0,
	created_at INTEGER NOT NULL, started_at INTEGER, ended_at INTEGER
);
CREATE INDEX task_claim ON task (priority DESC, seq) WHERE state = 'queued' AND is_paused = 0;
CREATE INDEX task_lease ON task (leased_until) WHERE leased_until IS NOT NULL;
CREATE INDEX task_batch ON task (batch, state, usd, tokens);
CREATE INDEX task_name ON task (name);
CREATE TABLE body (seq INTEGER PRIMARY KEY, spec TEXT NOT NULL, progress TEXT NOT NULL, result TEXT);
CREATE TABLE worker (
	id TEXT PRIMARY KEY, host TEXT NOT NULL, pid INTEGER NOT NULL, slots INTEGER NOT NULL, format INTEGER NOT NULL, version TEXT NOT NULL,
	seen_at INTEGER NOT NULL
);
CREATE TABLE message (id INTEGER PRIMARY KEY AUTOINCREMENT, task INTEGER NOT NULL, value TEXT NOT NULL);
CREATE INDEX message_task ON message (task);
CREATE TABLE account (
	name TEXT PRIMARY KEY, requests REAL NOT NULL, tokens REAL NOT NULL, at INTEGER NOT NULL, blocked_until INTEGER NOT NULL,
	next_at INTEGER NOT NULL
);
CREATE TABLE reservation (
	account TEXT NOT NULL, key TEXT NOT NULL, task INTEGER NOT NULL, batch TEXT NOT NULL, tokens INTEGER NOT NULL, usd INTEGER NOT NULL,
	ready_at INTEGER NOT NULL, is_granted INTEGER NOT NULL, PRIMARY KEY (account, key)
) WITHOUT ROWID;
CREATE INDEX reservation_task ON reservation (task);
CREATE INDEX reservation_batch ON reservation (batch, usd);
CREATE TABLE day (day TEXT PRIMARY KEY, paid INTEGER NOT NULL);
`;
