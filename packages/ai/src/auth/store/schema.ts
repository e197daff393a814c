/**
 * The schema of `agent.db`. Statements only add what is missing, so any version of omp can open any file. The revision begins at
 * any number, since clients of a broker know what they have by it: that of another file must not be the same.
 */
export const agentSchema = `
CREATE TABLE IF NOT EXISTS auth_credentials (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	provider TEXT NOT NULL,
	credential_type TEXT NOT NULL,
	data TEXT NOT NULL,
	disabled_cause TEXT,
	identity_key TEXT,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS auth_credentials_provider ON auth_credentials (provider);
CREATE TABLE IF NOT EXISTS auth_credential_blocks (
	credential_id INTEGER NOT NULL,
	provider_key TEXT NOT NULL,
	block_scope TEXT NOT NULL DEFAULT '',
	blocked_until_ms INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	PRIMARY KEY (credential_id, provider_key, block_scope)
);
CREATE TABLE IF NOT EXISTS auth_credential_refresh_leases (
	credential_id INTEGER PRIMARY KEY,
	owner TEXT NOT NULL,
	expires_at_ms INTEGER NOT NULL,
	updated_at INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS cache (key TEXT PRIMARY KEY, value TEXT NOT NULL, expires_at INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS usage_history (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	recorded_at INTEGER NOT NULL,
	provider TEXT NOT NULL,
	account_key TEXT NOT NULL,
	email TEXT,
	account_id TEXT,
	limit_id TEXT NOT NULL,
	label TEXT,
	window_label TEXT,
	used_fraction REAL,
	status TEXT,
	resets_at INTEGER
);
CREATE TABLE IF NOT EXISTS usage_observed (
	recorded_at INTEGER NOT NULL,
	client TEXT NOT NULL,
	host TEXT NOT NULL,
	provider TEXT NOT NULL,
	model TEXT NOT NULL,
	requests INTEGER NOT NULL,
	input INTEGER NOT NULL,
	output INTEGER NOT NULL,
	cache_read INTEGER NOT NULL,
	cache_write INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS auth_schema_version (id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL);
INSERT OR IGNORE INTO auth_schema_version (id, version) VALUES (1, 1);
CREATE TABLE IF NOT EXISTS settings (key TEXT PRIMARY KEY, value TEXT NOT NULL, updated_at INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS model_usage (model_key TEXT PRIMARY KEY, last_used_at INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS model_speed (model_key TEXT PRIMARY KEY, tokens_per_second REAL NOT NULL);
CREATE TABLE IF NOT EXISTS auth_revision (id INTEGER PRIMARY KEY CHECK (id = 1), revision INTEGER NOT NULL);
INSERT OR IGNORE INTO auth_revision (id, revision) VALUES (1, abs(random() % 1099511627776));
${["INSERT", "UPDATE", "DELETE"]
	.flatMap((change) =>
		["auth_credentials", "auth_credential_blocks"].map(
			(table) => `CREATE TRIGGER IF NOT EXISTS ${table}_${change.toLowerCase()} AFTER ${change} ON ${table}
BEGIN UPDATE auth_revision SET revision = revision + 1; END;`,
		),
	)
	.join("\n")}
`;
