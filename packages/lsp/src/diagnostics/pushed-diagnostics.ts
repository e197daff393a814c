import type { Diagnostic } from "vscode-languageserver-types";

/** What a server pushed for a file. */
export interface PushedReport {
	readonly diagnostics: readonly Diagnostic[];
	/** The version it says it is about. */
	readonly version: number | undefined;
	/** The version that the server had when it arrived; `undefined` for a file that is not open. */
	readonly openVersion: number | undefined;
	readonly receivedAtMs: number;
}

export interface PushWait {
	readonly path: string;
	/** That of the document which the answer must not be older than. */
	readonly version: number;
	readonly signal: AbortSignal;
	readonly timeoutMs: number;
}

const maxFiles = 20_000;
const maxDiagnostics = 100_000;
/**
 * A push that names its version is complete. One without may be of an older text, or be followed by a longer one: many servers
 * begin with an empty list.
 */
const quietMs = { named: 0, unnamed: 120, unnamedEmpty: 300 } as const;

/** The diagnostics that a server publishes by itself. */
export class PushedDiagnostics {
	/** The newest report is last. */
	readonly #reports = new Map<string, PushedReport>();
	readonly #listeners = new Map<string, Set<() => void>>();
	#count = 0;

	receive(path: string, report: PushedReport): void {
		// Late for a text that has changed since.
		if (isOlder(report, report.openVersion)) return;
		this.forget(path);
		this.#reports.set(path, report);
		this.#count += report.diagnostics.length;
		this.#dropOldest();
		for (const listener of this.#listeners.get(path) ?? []) listener();
	}

	/** What is known of this version, or of a file that is not open. */
	find(path: string, version: number | undefined): PushedReport | undefined {
		const report = this.#reports.get(path);
		return report && !isOlder(report, version) ? report : undefined;
	}

	forget(path: string): void {
		this.#count -= this.#reports.get(path)?.diagnostics.length ?? 0;
		this.#reports.delete(path);
	}

	/** Waits until the server has no more to say about a version; `undefined` when nothing comes in time. */
	wait({ path, version, signal, timeoutMs }: PushWait): Promise<readonly Diagnostic[] | undefined> {
		if (signal.aborted) return Promise.reject(signal.reason);
		const { promise, resolve, reject } = Promise.withResolvers<readonly Diagnostic[] | undefined>();
		let quietTimer: Timer | undefined;
		const check = () => {
			const report = this.find(path, version);
			clearTimeout(quietTimer);
			if (!report) return;
			const waitMs = report.receivedAtMs + chooseQuietMs(report) - performance.now();
			if (waitMs <= 0) resolve(report.diagnostics);
			else quietTimer = setTimeout(check, waitMs);
		};
		const onAbort = () => reject(signal.reason);
		const limit = setTimeout(() => resolve(this.find(path, version)?.diagnostics), timeoutMs);
		const unlisten = this.#listen(path, check);
		signal.addEventListener("abort", onAbort, { once: true });
		check();
		return promise.finally(() => {
			clearTimeout(quietTimer);
			clearTimeout(limit);
			unlisten();
			signal.removeEventListener("abort", onAbort);
		});
	}

	#listen(path: string, listener: () => void): () => void {
		const listeners = this.#listeners.get(path) ?? new Set();
		this.#listeners.set(path, listeners.add(listener));
		return () => {
			listeners.delete(listener);
			if (listeners.size === 0) this.#listeners.delete(path);
		};
	}

	#dropOldest(): void {
		for (const path of this.#reports.keys()) {
			if (this.#reports.size <= maxFiles && this.#count <= maxDiagnostics) return;
			this.forget(path);
		}
	}
}

function isOlder(report: PushedReport, version: number | undefined): boolean {
	return version !== undefined && (report.version ?? report.openVersion ?? version) < version;
}

function chooseQuietMs(report: PushedReport): number {
	if (report.version !== undefined) return quietMs.named;
	return report.diagnostics.length === 0 ? quietMs.unnamedEmpty : quietMs.unnamed;
}
