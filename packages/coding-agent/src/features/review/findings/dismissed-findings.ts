import { mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { atomicWrite } from "@oh-my-pi/pi-utils/files/atomic-write";
import { readRegularFile } from "@oh-my-pi/pi-utils/files/read-regular-file";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { Finding } from "./finding.ts";
import { areSimilar } from "./title-words.ts";

/** A finding that the user does not want to see again. */
export interface DismissedFinding extends Pick<Finding, "fingerprint" | "file" | "lineText" | "title"> {
	/** Milliseconds since 1970. */
	readonly at: number;
}

const maxKept = 2000;
const version = 1;

/** The dismissed findings of a project, in a file of the user's. */
export class DismissedFindings {
	readonly #path: string;
	#entries: readonly DismissedFinding[] | undefined;
	/** Why the file could not be read; it was put aside. */
	problem: string | undefined;

	constructor(agentDir: string, projectKey: string) {
		const name = new Bun.CryptoHasher("sha256").update(projectKey).digest("hex").slice(0, 24);
		this.#path = join(agentDir, "reviews", `${name}.json`);
	}

	get entries(): readonly DismissedFinding[] {
		this.#entries ??= this.#read();
		return this.#entries;
	}

	/** Also in other words, as long as the line is the same. */
	has(finding: Finding): boolean {
		return this.entries.some(
			({ fingerprint, file, lineText, title }) =>
				fingerprint === finding.fingerprint ||
				(lineText !== "" && file === finding.file && lineText === finding.lineText && areSimilar(title, finding.title)),
		);
	}

	async add({ fingerprint, file, lineText, title }: Finding, at: number): Promise<void> {
		// Another omp may have dismissed something meanwhile.
		const others = this.#read().filter((entry) => entry.fingerprint !== fingerprint);
		await this.#write([...others, { fingerprint, file, lineText, title, at }].slice(-maxKept));
	}

	async clear(): Promise<number> {
		const { length } = this.entries;
		await this.#write([]);
		return length;
	}

	async #write(entries: readonly DismissedFinding[]): Promise<void> {
		mkdirSync(dirname(this.#path), { recursive: true });
		await atomicWrite(this.#path, `${JSON.stringify({ version, dismissed: entries }, null, "\t")}\n`);
		this.#entries = entries;
	}

	#read(): readonly DismissedFinding[] {
		try {
			const text = readRegularFile(this.#path, 16 * 1024 * 1024);
			if (text === undefined) return [];
			const value: unknown = JSON.parse(text);
			if (!isRecord(value) || !Array.isArray(value.dismissed)) throw new Error("no list of findings");
			return value.dismissed.filter(isDismissed);
		} catch (error) {
			this.#putAside(error);
			return [];
		}
	}

	#putAside(error: unknown): void {
		const reason = error instanceof Error ? error.message : String(error);
		try {
			renameSync(this.#path, `${this.#path}.damaged`);
			this.problem = `The dismissed findings in ${this.#path} could not be read (${reason}). The file is now ${this.#path}.damaged`;
		} catch {
			this.problem = `The dismissed findings in ${this.#path} could not be read (${reason})`;
		}
	}
}

function isDismissed(value: unknown): value is DismissedFinding {
	if (!isRecord(value)) return false;
	const { fingerprint, file, lineText, title, at } = value;
	return [fingerprint, file, lineText, title].every((text) => typeof text === "string") && typeof at === "number";
}
