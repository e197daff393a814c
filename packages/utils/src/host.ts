import type { StartupTrace } from "./startup-phase.ts";

/** The outside world as code below `main.ts` sees it; a test makes one up. */
export interface Host {
	readonly cwd: string;
	readonly home: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Milliseconds since the epoch. */
	now(): number;
	/** A fresh UUIDv7. */
	newId(): string;
	/** Watches how omp starts, where somebody wants to know. */
	readonly trace?: StartupTrace;
}
