/** The format of `TaskSpec`. A worker refuses tasks of a newer one with a word. */
export const taskFormat = 1;

/** What a task of the fleet is asked to do. JSON, as it is kept in the queue: it never holds a key or a password. */
export interface TaskSpec {
	readonly prompt: string;
	/** A folder on the worker, or a URL for git. */
	readonly repository: string;
	/** A branch, tag or commit; the default branch without it. */
	readonly ref?: string;
	/** As `--model`; the worker's default without it. */
	readonly model?: string;
	readonly limits: TaskLimits;
	/** Files of the submitter that are put into the workspace before the first turn: path in the workspace, object in the store. */
	readonly files: ReadonlyArray<{ readonly path: string; readonly blob: BlobReference }>;
	/** The address of the store that has its files and gets its logs and patches; absent in tasks of an older omp. */
	readonly store?: string;
	/** Text that goes ahead of the prompt. */
	readonly context?: string;
	readonly check?: TaskCheck;
	readonly deliver: Delivery;
	/** What happens with a question while nobody is attached: answer that nobody is there, wait for somebody, or fail. */
	readonly questions: "decide" | "wait" | "fail";
	/** How often a failing check goes back to the model. */
	readonly checkRounds: number;
}

export interface TaskLimits {
	readonly turns?: number;
	readonly minutes?: number;
	readonly usd?: number;
}

/** A command that must pass. The worker runs it; the model can neither see nor change what it is. */
export interface TaskCheck {
	readonly command: string;
	readonly timeoutSeconds: number;
	/** Globs of files that are put back as they are in the repository before it runs. */
	readonly restore: readonly string[];
}

export type Delivery =
	| { readonly kind: "patch" }
	| { readonly kind: "branch"; readonly branch?: string }
	/** A commit on a branch that exists; it is pushed without force. */
	| { readonly kind: "commit"; readonly branch: string }
	| { readonly kind: "pull-request"; readonly branch?: string; readonly base?: string; readonly draft?: boolean }
	/** An answer that fits a JSON schema. */
	| { readonly kind: "json"; readonly schema: Readonly<Record<string, unknown>> };

/**
 * `queued`: waits for a worker. `running`: a worker has a lease. `waiting`: it runs and waits for an answer.
 * The other three are final.
 */
export type TaskState = "queued" | "running" | "waiting" | "done" | "failed" | "cancelled";

export type FinalState = "done" | "failed" | "cancelled";

export const finalStates: readonly TaskState[] = ["done", "failed", "cancelled"];

/** Why a task failed, for people and for `fleet retry --reason`. */
export type FailureReason =
	| "check" // still fails after the last round
	| "limit" // turns, time or money of the task
	| "repository" // gone, needs credentials, no such ref
	| "conflict" // the branch moved and the change does not apply
	| "delivery" // push or pull request refused
	| "question" // asked while nobody was there
	| "answer" // no JSON that fits the schema
	| "model" // the provider refused for good
	| "format" // of a newer omp
	| "artifact" // too large for the store
	| "lost" // its worker died too often
	| "error";

/** A stored object and what it must be. */
export interface BlobReference {
	readonly key: string;
	readonly sha256: string;
	readonly bytes: number;
}

/**
 * What is left of finished turns, written with each of them in one fenced update. Another worker goes on from it: the log is
 * the concatenation of `log`, the tree is the base commit with `changes` applied.
 */
export interface TaskProgress {
	readonly turns: number;
	readonly usd: number;
	readonly tokens: number;
	readonly baseCommit?: string;
	readonly log: readonly BlobReference[];
	/** A git bundle or patch; absent while nothing changed. */
	readonly changes?: BlobReference;
	readonly checkRound: number;
	/** Set before anything leaves the machine, so that an attempt after a crash finds out what was delivered instead of doing it again. */
	readonly delivering?: {
		readonly commit: string;
		readonly branch?: string;
		/** Of the attempt that began it. */
		readonly fence?: number;
	};
	/** One line for tables: what it is doing. */
	readonly status?: string;
	readonly question?: TaskQuestion;
	/** What the turn under way has come to, for whoever watches; the log has it when the turn has ended. */
	readonly live?: LiveTurn;
}

export interface LiveTurn {
	/** What the model is writing, its end. */
	readonly text?: string;
	/** The tool that runs. */
	readonly call?: string;
	/** What somebody said to it meanwhile. */
	readonly steered?: readonly string[];
}

export interface TaskQuestion {
	readonly id: string;
	readonly text: string;
	readonly options?: readonly string[];
}

/** How a task ended. */
export interface TaskResult {
	readonly reason?: FailureReason;
	/** The cap that was reached, where it is not the task's own. */
	readonly cap?: "batch";
	/** For people: what happened, and what to do. */
	readonly message: string;
	/** Last text of the model. */
	readonly summary?: string;
	readonly patch?: BlobReference;
	readonly files?: { readonly changed: number; readonly added: number; readonly removed: number };
	readonly branch?: string;
	readonly commit?: string;
	readonly pullRequest?: string;
	readonly json?: unknown;
	readonly check?: { readonly exitCode: number | null; readonly output: BlobReference | null; readonly rounds: number };
}

/** A task as the queue knows it. Times are milliseconds of the engine's clock. */
export interface Task {
	readonly id: string;
	readonly batch: string;
	/** Its row in the batch, from 0. */
	readonly index: number;
	readonly name: string;
	readonly format: number;
	readonly spec: TaskSpec;
	readonly priority: number;
	readonly state: TaskState;
	/** Rises with each claim; the fencing token of the owner. */
	readonly fence: number;
	/** How many owners it lost without handing it back. */
	readonly losses: number;
	readonly worker?: string;
	readonly progress: TaskProgress;
	readonly result?: TaskResult;
	readonly isPaused: boolean;
	readonly createdAt: number;
	readonly startedAt?: number;
	readonly endedAt?: number;
}
