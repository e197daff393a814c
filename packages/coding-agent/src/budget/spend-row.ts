import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Host } from "@oh-my-pi/pi-utils/host";

/** Who or what a request was for. */
export type SpendSource = "agent" | "sub-agent" | "compaction" | "title" | "advisor" | "memory" | "retry" | "helper";

/**
 * - `exact`: as the provider reported.
 * - `failed`: refused by the provider, not billed.
 * - `estimated`: cut off before the provider reported; an upper estimate.
 * - `killed`: omp was killed meanwhile; the most it can have cost.
 */
export type SpendOutcome = "exact" | "failed" | "estimated" | "killed";

/** One request, or only working time, in the ledger. */
export interface SpendRow {
	readonly id: string;
	/** Milliseconds since the epoch. */
	readonly at: number;
	readonly session: string;
	readonly project: string;
	/** Sub-agents from the outermost to the one that asked; empty for the main conversation. */
	readonly agents: readonly string[];
	readonly source: SpendSource;
	readonly provider: string;
	readonly model: string;
	readonly input: number;
	readonly output: number;
	readonly cacheRead: number;
	readonly cacheWrite: number;
	/** Billionths of a USD. */
	readonly nanos: number;
	readonly requests: number;
	/** Working time since the last row of this conversation. */
	readonly ms: number;
	readonly outcome: SpendOutcome;
}

/** The same for all profiles: a day cap is about the user. */
export function budgetFolder({ home, env }: Pick<Host, "home" | "env">): string {
	return join(home, env.PI_CONFIG_DIR || ".omp", "budget");
}

/** The local calendar day, `2026-11-16`. Only for the ledger: the first local date of a process takes 5 ms and 3 MB. */
export function formatDay(at: number): string {
	const date = new Date(at);
	const two = (count: number) => String(count).padStart(2, "0");
	return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** One a month, in UTC. */
export const inboxName = (at: number): string => `inbox-${new Date(at).toISOString().slice(0, 7)}.jsonl`;

/**
 * Adds a row without opening the database, which a session without caps never loads. One short write in append mode, so
 * that processes do not interleave; the ledger takes it in when it is next opened.
 */
export function appendToInbox(folder: string, row: SpendRow): void {
	const line = `${JSON.stringify(row)}\n`;
	const path = join(folder, inboxName(row.at));
	try {
		appendFileSync(path, line, { mode: 0o600 });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		appendFileSync(path, line, { mode: 0o600 });
	}
}
