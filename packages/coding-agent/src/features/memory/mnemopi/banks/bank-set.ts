import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { MemoryBank } from "@oh-my-pi/pi-memory/bank/memory-bank";
import { MemoryError } from "@oh-my-pi/pi-memory/contract/memory-error";
import { sleep } from "@oh-my-pi/pi-utils/abort";
import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { BankFile, MnemopiScope } from "./scope.ts";

/** How long a write waits for another omp. */
const patienceMs = 5000;
const againMs = 40;

/** The banks of a session. A file is made with the first memory, not before. */
export class BankSet implements Disposable {
	readonly scope: MnemopiScope;
	readonly #host: Host;
	readonly #open = new Map<string, MemoryBank>();
	#isClosed = false;

	constructor(scope: MnemopiScope, host: Host) {
		this.scope = scope;
		this.#host = host;
	}

	/** Opens what there is already, so that a damaged file is met at the start. */
	check(): void {
		this.find(this.scope.own);
	}

	/** The bank that memories go to. */
	get own(): MemoryBank {
		return this.#bank(this.scope.own);
	}

	/** The bank of a file, if that exists. */
	find(file: BankFile): MemoryBank | undefined {
		return existsSync(file.path) ? this.#bank(file) : undefined;
	}

	/** What recall looks at. A bank that cannot be opened is left out, unless it is the session's own. */
	get recalled(): readonly MemoryBank[] {
		const { own, shared } = this.scope;
		return [this.find(own), shared && this.#tryFind(shared)].flatMap((bank) => bank ?? []);
	}

	/** Those of all projects. */
	get all(): readonly MemoryBank[] {
		const { folder, sharedFile, own } = this.scope;
		const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".db")) : [];
		const files = names.sort().map((name) => ({ name: name.slice(0, -".db".length), path: join(folder, name) }));
		const known = new Map([own, sharedFile, ...files].map((file) => [file.path, file]));
		return [...known.values()].flatMap((file) => this.#tryFind(file) ?? []);
	}

	#tryFind(file: BankFile): MemoryBank | undefined {
		try {
			return this.find(file);
		} catch (error) {
			logIgnored(`the other banks are used without ${file.path}`, error);
			return undefined;
		}
	}

	#bank({ name, path }: BankFile): MemoryBank {
		if (this.#isClosed) throw new MemoryError("refused", "The memory is closed.");
		const known = this.#open.get(path);
		if (known) return known;
		const bank = new MemoryBank({ name, path, now: this.#host.now, newId: this.#host.newId });
		this.#open.set(path, bank);
		return bank;
	}

	[Symbol.dispose](): void {
		this.#isClosed = true;
		for (const bank of this.#open.values()) bank[Symbol.dispose]();
		this.#open.clear();
	}
}

/** Tries again for a while when another omp writes just now; the process goes on meanwhile. */
export async function whenFree<Result>(work: () => Result, signal?: AbortSignal): Promise<Result> {
	const deadline = performance.now() + patienceMs;
	for (;;) {
		try {
			return work();
		} catch (error) {
			const isLocked = error instanceof MemoryError && error.kind === "locked";
			if (!isLocked || performance.now() >= deadline) throw error;
			await sleep(againMs, { signal });
		}
	}
}
