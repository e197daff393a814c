export const schemaVersion = 1;

/** Where pg-boss keeps its jobs: ours alone, so that its version goes with `schemaVersion`. */
export const jobSchema = "omp_fleet_jobs";

/** The tasks of each format have a queue, so that a worker leaves alone what it does not understand. */
export const queueForFormat = (format: number): string => `tasks-${format}`;

/** JSON is text here: Postgres has no use for it, and `jsonb` refuses some of it. Money is in billionths of a USD. */
export const schema = `
CREATE SCHEMA IF NOT EXISTS omp_fleet;
CREATE TABLE omp_fleet.meta (version int NOT NULL, swept_at bigint NOT NULL DEFAULT 0);
CREATE FUNCTION omp_fleet.now_ms() RETURNS bigint LANGUAGE sql STABLE AS
	$$ SELECT floor(extract(epoch FROM ${jobSchema}.job_now()) * 1000)::bigint $$;
CREATE TABLE omp_fleet.batch (
	seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id text COLLATE "C" NOT NULL UNIQUE, name text NOT NULL, limits text NOT NULL,
	fingerprint text NOT NULL, created_at bigint NOT NULL, is_paused boolean NOT NULL DEFAULT false, tasks int NOT NULL,
	is_shared boolean NOT NULL
);
CREATE TABLE omp_fleet.task (
	seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id text COLLATE "C" NOT NULL UNIQUE, batch text COLLATE "C" NOT NULL,
	row int NOT NULL, name text NOT NULL, repository text NOT NULL, message text NOT NULL DEFAULT '', format int NOT NULL,
	priority int NOT NULL, state text NOT NULL DEFAULT 'queued', fence int NOT NULL DEFAULT 0, losses int NOT NULL DEFAULT 0,
	losses_before int NOT NULL DEFAULT 0, worker text, job uuid NOT NULL, attempt int, claim uuid, is_paused boolean NOT NULL DEFAULT false,
	is_cancelled boolean NOT NULL DEFAULT false, attended_until bigint NOT NULL DEFAULT 0, usd bigint NOT NULL DEFAULT 0,
	tokens bigint NOT NULL DEFAULT 0, turns int NOT NULL DEFAULT 0, reported bigint NOT NULL DEFAULT 0, created_at bigint NOT NULL, started_at bigint, ended_at bigint
);
CREATE UNIQUE INDEX task_job ON omp_fleet.task (job);
CREATE INDEX task_batch ON omp_fleet.task (batch, state) INCLUDE (usd, tokens);
CREATE INDEX task_owned ON omp_fleet.task (worker) WHERE attempt IS NOT NULL;
CREATE INDEX task_claim ON omp_fleet.task (claim) WHERE claim IS NOT NULL;
CREATE TABLE omp_fleet.body (
	seq bigint PRIMARY KEY, spec text NOT NULL, progress text NOT NULL, result text
);
CREATE TABLE omp_fleet.worker (
	id text PRIMARY KEY, host text NOT NULL, pid int NOT NULL, slots int NOT NULL, format int NOT NULL, version text NOT NULL,
	seen_at bigint NOT NULL
);
CREATE TABLE omp_fleet.message (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, nonce uuid NOT NULL UNIQUE,
	task bigint NOT NULL REFERENCES omp_fleet.task ON DELETE CASCADE, value text NOT NULL
);
CREATE INDEX message_task ON omp_fleet.message (task);
CREATE TABLE omp_fleet.account (
	name text PRIMARY KEY, requests float8 NOT NULL DEFAULT 0, tokens float8 NOT NULL DEFAULT 0, at bigint NOT NULL DEFAULT 0,
	blocked_until bigint NOT NULL DEFAULT 0, next_at bigint NOT NULL DEFAULT 0
);
CREATE TABLE omp_fleet.reservation (
	account text NOT NULL, key text NOT NULL, task bigint NOT NULL REFERENCES omp_fleet.task ON DELETE CASCADE,
	batch text COLLATE "C" NOT NULL, tokens bigint NOT NULL, usd bigint NOT NULL, ready_at bigint NOT NULL, is_granted boolean NOT NULL,
	PRIMARY KEY (account, key)
);
CREATE INDEX reservation_task ON omp_fleet.reservation (task);
CREATE INDEX reservation_batch ON omp_fleet.reservation (batch) INCLUDE (usd);
CREATE TABLE omp_fleet.paid (
	batch text COLLATE "C" NOT NULL, day text NOT NULL, slot int NOT NULL, usd bigint NOT NULL, PRIMARY KEY (batch, day, slot)
);
CREATE INDEX paid_day ON omp_fleet.paid (day) INCLUDE (usd);
INSERT INTO omp_fleet.meta (version) VALUES (${schemaVersion});
`;
