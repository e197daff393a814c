import type { StartupTrace } from "./startup-phase.ts";

/** The outside world for all code below `main.ts`; tests pass their own. */
export interface Host {
	readonly cwd: string;
	readonly home: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Milliseconds since the epoch. */
	now(): number;
	/** A fresh UUIDv7. */
	newId(): string;
	/** Removes variables from the process and from what its children inherit; `env` keeps them. Absent where others own the process. */
	forgetVariables?(names: readonly string[]): void;
	/** Closes the memory of the process to its children. Absent where others own the process. */
	hideMemory?(): Promise<void>;
	/** Makes the process trust the certificate authorities that these variables name. Absent where others own the process. */
	trustAuthorities?(env: Host["env"]): Promise<void>;
	/** Traces the startup, if enabled. */
	readonly trace?: StartupTrace;
}
