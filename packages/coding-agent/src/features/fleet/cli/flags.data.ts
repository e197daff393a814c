import type { FlagDefinition } from "../../../startup/flags.data.ts";

// biome-ignore format: one flag a line
export const fleetFlags = [
	{ name: "queue", kind: "string", value: "url", help: "The queue: postgres://…, sqlite:PATH; fleet.queue, or a file of this machine" },
	{ name: "store", kind: "string", value: "url", help: "The store: s3://bucket/prefix?endpoint=…, or a folder; fleet.store, or a folder of this machine" },
	{ name: "workers", alias: "w", kind: "string", value: "number", help: "run: how many tasks at a time (fleet.slots)" },
	{ name: "slots", kind: "string", value: "number", help: "worker: how many tasks at a time (fleet.slots)" },
	{ name: "until-idle", kind: "boolean", help: "worker: end when nothing is left to do" },
	{ name: "trust-lock", kind: "string", value: "file", help: "run, worker: what projects may bring; nothing without it" },
	{ name: "sandbox", kind: "string", value: "mode", values: ["workspace", "read", "off"], help: "run, worker: how tasks are held (workspace)" },
	{ name: "batch", alias: "b", kind: "string", value: "batch", help: "run: go on with a batch; elsewhere: only its tasks" },
	{ name: "yes", alias: "y", kind: "boolean", help: "Do not ask before many tasks, or tasks without a cap" },
	{ name: "state", kind: "list", value: "state", values: ["queued", "running", "waiting", "done", "failed", "cancelled"], help: "Only tasks in this state; several times for several" },
	{ name: "reason", kind: "list", value: "reason", values: ["check", "limit", "repository", "conflict", "delivery", "question", "answer", "model", "format", "artifact", "lost", "error"], help: "Only tasks that failed for this reason" },
	{ name: "text", kind: "string", value: "text", help: "Only tasks with this in name, repository or message" },
	{ name: "all", kind: "boolean", help: "cancel, retry, pause, resume: every batch" },
	{ name: "from-start", kind: "boolean", help: "retry: not from the last finished turn" },
	{ name: "limit", kind: "string", value: "number", help: "list: how many (50)" },
	{ name: "after", kind: "string", value: "mark", help: "list: the next page, as the one before says" },
	{ name: "follow", alias: "f", kind: "boolean", help: "logs: go on until the task ends" },
	{ name: "watch", kind: "boolean", help: "status: the live table" },
	{ name: "apply", kind: "boolean", help: "results: put the changes into the folders they were made for" },
	{ name: "branch", kind: "boolean", help: "results: make a branch of each change in the folder it was made for" },
	{ name: "output", alias: "o", kind: "string", value: "file", help: "report: the file to write" },
	{ name: "older-than", kind: "string", value: "time", help: "gc: ended longer ago than this, such as 12h or 30d (30d)" },
	{ name: "json", kind: "boolean", help: "Print JSON" },
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
] as const satisfies readonly FlagDefinition[];

export const fleetHelp = `USAGE
  omp fleet plan FILE                      Check a task file; show what would run and what it may cost
  omp fleet run FILE [--workers N]         Queue, workers and a live table in one, until all tasks are done
  omp fleet run --batch BATCH              Go on with one that was interrupted
  omp fleet submit FILE                    Put the tasks into the queue, for workers anywhere
  omp fleet worker [--slots N]             Do tasks of the queue until it is told to stop

  omp fleet status [BATCH] [--watch]       How far the batches are, and who works
  omp fleet list [BATCH] [--state failed]  Tasks
  omp fleet show TASK                      Everything about one task
  omp fleet logs TASK [-f]                 What its agent said and did
  omp fleet attach TASK                    Watch it, steer it, answer its questions

  omp fleet cancel|pause|resume TASK|BATCH…
  omp fleet retry TASK|BATCH… [--reason check] [--from-start]
  omp fleet results [BATCH] --apply|--branch|--json
  omp fleet report [BATCH] [-o report.html]
  omp fleet gc [--older-than 30d]

  A batch and a task are named by id, the beginning of it, or name. Exit code of run: 0 all tasks are done, 1 some failed or
  were cancelled, 3 a limit of money was reached, 130 interrupted: what is left stays in the queue. Every command takes
  --queue, --store and --json.
`;
