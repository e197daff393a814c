import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { atomicWrite } from "@oh-my-pi/pi-utils/files/atomic-write";
import { readRegularFile } from "@oh-my-pi/pi-utils/files/read-regular-file";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";

/** What the user decided about one claim. */
export interface Decision {
	readonly hash: string;
	readonly trusted: boolean;
	/** What it said, for the difference when it changes. */
	readonly shown: string;
	readonly decidedAt: string;
}

/** By kind and name, such as `settings:.omp/config.yml`. */
export type Decisions = Readonly<Record<string, Decision>>;

const maxBytes = 16 * 1024 * 1024;
const maxShown = 16 * 1024;

/** `trust.json` beside the user's settings: hashes of what was accepted, by project. */
export class Ledger {
	readonly #path: string;
	readonly #now: () => number;

	constructor(agentDir: string, now: () => number) {
		this.#path = join(agentDir, "trust.json");
		this.#now = now;
	}

	/** A damaged file trusts nothing. */
	decisions(project: string): Decisions {
		return this.#read()[project] ?? {};
	}

	/** Changes the decisions about one project, under a lock, so that those of other processes are kept. */
	async change(project: string, change: (before: Decisions) => Decisions): Promise<void> {
		await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
		const { waitForLock } = await import("../process/wait-for-lock.ts");
		const lock = await waitForLock(this.#path, this.#now);
		try {
			const all = this.#read();
			const decisions = change(all[project] ?? {});
			const { [project]: _before, ...others } = all;
			const next = Object.keys(decisions).length === 0 ? others : { ...others, [project]: decisions };
			await atomicWrite(this.#path, `${JSON.stringify({ version: 1, projects: next }, undefined, "\t")}\n`, {
				mode: 0o600,
			});
		} finally {
			lock?.release();
		}
	}

	decide(hash: string, trusted: boolean, shown: string): Decision {
		const decidedAt = new Date(this.#now()).toISOString();
		return { hash, trusted, shown: shown.slice(0, maxShown), decidedAt };
	}

	#read(): Readonly<Record<string, Decisions>> {
		try {
			const value: unknown = JSON.parse(readRegularFile(this.#path, maxBytes) ?? "{}");
			const projects = field(value, "projects");
			return isRecord(projects) ? Object.fromEntries(Object.entries(projects).map(readProject)) : {};
		} catch {
			return {};
		}
	}
}

function readProject([key, value]: [string, unknown]): [string, Decisions] {
	const entries = isRecord(value) ? Object.entries(value) : [];
	return [key, Object.fromEntries(entries.flatMap(([name, entry]) => (isDecision(entry) ? [[name, entry]] : [])))];
}

function isDecision(value: unknown): value is Decision {
	return (
		isRecord(value) &&
		typeof value.hash === "string" &&
		typeof value.trusted === "boolean" &&
		typeof value.shown === "string" &&
		typeof value.decidedAt === "string"
	);
}

function field(value: unknown, name: string): unknown {
	return isRecord(value) ? value[name] : undefined;
}
