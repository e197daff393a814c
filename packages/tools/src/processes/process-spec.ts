/** When a process counts as ready: all that is given must hold. */
export interface ReadyCheck {
	/** A regular expression that a line of output must match. */
	readonly log?: string;
	/** A TCP port that must accept connections. */
	readonly port?: number;
	/** 127.0.0.1 by default. */
	readonly host?: string;
	/** Seconds that a call waits for it; 30 by default. */
	readonly timeout?: number;
}

export type RestartPolicy = "no" | "on-failure" | "always";

/** How to start a process; kept on disk, so that a later omp can start it again. */
export interface ProcessSpec {
	/** Unique in its project. */
	readonly name: string;
	readonly command: readonly string[];
	/** The command for people. */
	readonly line: string;
	readonly cwd: string;
	/** Variables besides those that every command inherits. */
	readonly env: Readonly<Record<string, string>>;
	readonly pty: boolean;
	readonly ready?: ReadyCheck;
	readonly restart: RestartPolicy;
	/** Keeps running after omp exits. */
	readonly persist: boolean;
}

/** `restarting` is the pause before the next attempt. */
export type ProcessStatus = "starting" | "running" | "ready" | "restarting" | "exited" | "stopped";

/** A snapshot for reports and views. */
export interface ProcessFacts {
	readonly name: string;
	readonly line: string;
	readonly cwd: string;
	readonly status: ProcessStatus;
	readonly pid?: number;
	readonly startedAt: number;
	readonly endedAt?: number;
	/** `null` when it was killed. */
	readonly exitCode?: number | null;
	readonly restarts: number;
	readonly persist: boolean;
	/** Another omp started it. */
	readonly isForeign: boolean;
	readonly logFile: string;
}

export function hasEnded({ status }: Pick<ProcessFacts, "status">): boolean {
	return status === "exited" || status === "stopped";
}

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,47}$/;

/** Names are parts of file names. */
export function isProcessName(name: string): boolean {
	return namePattern.test(name) && !/\.(?:json|log|1|stop|lock)$/i.test(name);
}
