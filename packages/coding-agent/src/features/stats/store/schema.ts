import type { Database } from "bun:sqlite";
import { callRollup, requestRollup, rollupTable, sumSql } from "./rollup.ts";

/** Of the tables below; the files of others are left as they are. */
export const schemaVersion = 2;

const tables = [
	"CREATE TABLE IF NOT EXISTS names (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)",
	`CREATE TABLE IF NOT EXISTS files (
		id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, offset INTEGER NOT NULL, tail TEXT NOT NULL, mtimeMs REAL NOT NULL,
		folder TEXT NOT NULL, lastUser TEXT NOT NULL
	)`,
	`CREATE TABLE IF NOT EXISTS requests (
		id INTEGER PRIMARY KEY, file INTEGER NOT NULL, entry TEXT NOT NULL, lineStart INTEGER NOT NULL,
		at INTEGER NOT NULL, folder INTEGER NOT NULL, provider INTEGER NOT NULL, model INTEGER NOT NULL, api INTEGER NOT NULL,
		agentType INTEGER NOT NULL, input REAL NOT NULL, output REAL NOT NULL, cacheRead REAL NOT NULL, cacheWrite REAL NOT NULL,
		totalTokens REAL NOT NULL, premiumRequests REAL NOT NULL, costInput REAL NOT NULL, costOutput REAL NOT NULL,
		costCacheRead REAL NOT NULL, costCacheWrite REAL NOT NULL, cost REAL NOT NULL, saved REAL NOT NULL, durationMs REAL,
		ttftMs REAL, stopReason TEXT NOT NULL, errorMessage TEXT, failed INTEGER NOT NULL,
		UNIQUE (at, entry)
	)`,
	"CREATE INDEX IF NOT EXISTS failedByTime ON requests (at) WHERE failed = 1",
	`CREATE TABLE IF NOT EXISTS calls (
		entry TEXT NOT NULL, position INTEGER NOT NULL, file INTEGER NOT NULL, callId TEXT NOT NULL, at INTEGER NOT NULL, tool INTEGER NOT NULL,
		provider INTEGER NOT NULL, model INTEGER NOT NULL, argsChars INTEGER NOT NULL, resultChars INTEGER, isError INTEGER NOT NULL,
		totalTokens REAL NOT NULL, outputTokens REAL NOT NULL, cost REAL NOT NULL,
		PRIMARY KEY (at, entry, position)
	) WITHOUT ROWID`,
	"CREATE INDEX IF NOT EXISTS openCalls ON calls (file, callId) WHERE resultChars IS NULL",
	`CREATE TABLE IF NOT EXISTS users (
		entry TEXT NOT NULL, file INTEGER NOT NULL, at INTEGER NOT NULL, provider INTEGER, model INTEGER, chars INTEGER NOT NULL,
		shouting INTEGER NOT NULL, swearing INTEGER NOT NULL, anguish INTEGER NOT NULL, negation INTEGER NOT NULL,
		repetition INTEGER NOT NULL, blame INTEGER NOT NULL, PRIMARY KEY (at, entry)
	) WITHOUT ROWID`,
	"CREATE INDEX IF NOT EXISTS unansweredUsers ON users (file) WHERE model IS NULL",
	`CREATE TABLE IF NOT EXISTS compactions (
		entry TEXT NOT NULL, file INTEGER NOT NULL, at INTEGER NOT NULL, folder INTEGER NOT NULL, source TEXT NOT NULL,
		tokensBefore REAL NOT NULL, tokensAfter REAL, PRIMARY KEY (at, entry)
	) WITHOUT ROWID`,
	"CREATE INDEX IF NOT EXISTS openCompactions ON compactions (file) WHERE tokensAfter IS NULL",
	rollupTable(requestRollup),
	rollupTable(callRollup),
];

/** Makes what is missing, and brings rows of version 1 over: their session files may be gone. */
export function migrate(database: Database): void {
	database
		.transaction(() => {
			const { user_version: version } = database.query<{ user_version: number }, []>("PRAGMA user_version").get() ?? {
				user_version: 0,
			};
			if (version === schemaVersion) return;
			const isFirst = hasColumn(database, "requests", "ttftMs") && !hasColumn(database, "requests", "entry");
			if (isFirst) {
				database.run("ALTER TABLE requests RENAME TO oldRequests");
				// All files are read again, for what version 1 did not keep.
				database.run("DROP TABLE IF EXISTS files");
			}
			for (const statement of tables) database.run(statement);
			if (isFirst) {
				for (const statement of bringOver) database.run(statement);
			}
			database.run(`PRAGMA user_version = ${schemaVersion}`);
		})
		.immediate();
}

const provider = "substr(model, 1, max(instr(model, '/') - 1, 0))";
const model = "substr(model, instr(model, '/') + 1)";

const bringOver = [
	`INSERT OR IGNORE INTO names (text) SELECT folder FROM oldRequests UNION SELECT ${provider} FROM oldRequests
		UNION SELECT ${model} FROM oldRequests UNION SELECT ''`,
	`INSERT OR IGNORE INTO requests (file, entry, lineStart, at, folder, provider, model, api, agentType, input, output, cacheRead,
		cacheWrite, totalTokens, premiumRequests, costInput, costOutput, costCacheRead, costCacheWrite, cost, saved, durationMs, ttftMs,
		stopReason, errorMessage, failed)
	SELECT 0, substr(key, 1, max(instr(key, ' ') - 1, 0)), 0, at, (SELECT id FROM names WHERE text = folder),
		(SELECT id FROM names WHERE text = ${provider}), (SELECT id FROM names WHERE text = ${model}),
		(SELECT id FROM names WHERE text = ''), 0, input, output, cacheRead, cacheWrite, input + output + cacheRead + cacheWrite, 0,
		0, 0, 0, 0, cost, 0, durationMs, ttftMs, '', NULL, failed FROM oldRequests`,
	"DROP TABLE oldRequests",
	`INSERT INTO ${requestRollup.table} ${sumSql(requestRollup, "1")}`,
];

function hasColumn(database: Database, table: string, column: string): boolean {
	return database
		.query<{ name: string }, []>(`PRAGMA table_info(${table})`)
		.all()
		.some(({ name }) => name === column);
}
