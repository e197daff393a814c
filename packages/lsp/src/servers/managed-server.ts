import type { InBox } from "@oh-my-pi/pi-natives/sandbox/in-box";
import { raceAbort } from "@oh-my-pi/pi-utils/abort";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { describeEnd } from "../client/describe-end.ts";
import { LanguageServerClient } from "../client/language-server-client.ts";
import type { LanguageClient } from "../contract/language-client.ts";
import type { ServerState } from "../contract/language-servers.ts";
import type { ServerDefinition } from "../contract/server-definition.ts";
import { ServerError } from "../contract/server-error.ts";
import { treeResidentBytes } from "./tree-memory.ts";

export interface ServerOptions {
	readonly root: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** How programs are started; as they are without. */
	readonly inBox?: (() => InBox | undefined) | undefined;
	/** Why a program cannot be started there. */
	readonly refusal?: ((command: string) => string | undefined) | undefined;
	readonly clientInfo: { readonly name: string; readonly version: string };
	/** Milliseconds, from any beginning. */
	readonly now: () => number;
	readonly maxResidentBytes: number;
	readonly initializeTimeoutMs: number;
	readonly onChanged: () => void;
}

type Life =
	| { readonly kind: "not started" }
	| { readonly kind: "starting"; readonly client: LanguageServerClient; readonly ready: Promise<LanguageServerClient> }
	| { readonly kind: "ready"; readonly client: LanguageServerClient }
	/** Ended; the next use starts it again. */
	| { readonly kind: "stopped"; readonly problem?: string; readonly log: string }
	/** Not tried again for a while. */
	| { readonly kind: "failed"; readonly problem: string; readonly log: string; readonly sinceMs: number };

const backOffMs = 3 * 60_000;
const memoryCheckMs = 5000;

/** One server of a project: started when it is needed, again after its first crash, and given up after the second. */
export class ManagedServer {
	readonly definition: ServerDefinition;
	readonly #options: ServerOptions;
	#life: Life = { kind: "not started" };
	#lastCrashMs = Number.NEGATIVE_INFINITY;
	#memoryStops = 0;
	#memoryCheckedMs = Number.NEGATIVE_INFINITY;
	/** Processes that are being ended. */
	readonly #endings = new Set<Promise<void>>();

	constructor(definition: ServerDefinition, options: ServerOptions) {
		this.definition = definition;
		this.#options = options;
	}

	/** The client if it is ready. */
	get running(): LanguageServerClient | undefined {
		return this.#life.kind === "ready" ? this.#life.client : undefined;
	}

	get hasProcess(): boolean {
		return this.#life.kind === "ready" || this.#life.kind === "starting";
	}

	get state(): ServerState {
		const life = this.#life;
		const { name } = this.definition;
		if (life.kind === "not started") return { name, state: "not started", openFiles: 0, log: "" };
		if (life.kind === "stopped" || life.kind === "failed") {
			const { problem } = life;
			return { name, state: life.kind, openFiles: 0, log: life.log, ...(problem !== undefined && { problem }) };
		}
		const { pid, progress, openFiles, log } = life.client;
		const residentBytes = treeResidentBytes(pid);
		return {
			name,
			state: life.kind,
			pid,
			...(residentBytes !== undefined && { residentBytes }),
			...(progress !== undefined && { progress }),
			openFiles,
			log,
		};
	}

	async client({ signal }: { readonly signal: AbortSignal }): Promise<LanguageClient> {
		signal.throwIfAborted();
		if (this.#options.now() - this.#memoryCheckedMs >= memoryCheckMs) this.checkMemory();
		const life = this.#life;
		if (life.kind === "ready") return life.client;
		if (life.kind === "starting") return raceAbort(life.ready, signal);
		if (life.kind === "failed" && this.#options.now() - life.sinceMs < backOffMs) {
			throw new ServerError("start", life.problem);
		}
		return raceAbort(this.#start(), signal);
	}

	/** Ends a server that uses too much memory: the first time to start it again, then for good. */
	checkMemory(): void {
		const life = this.#life;
		if (life.kind !== "ready" && life.kind !== "starting") return;
		this.#memoryCheckedMs = this.#options.now();
		const bytes = treeResidentBytes(life.client.pid) ?? 0;
		if (bytes <= this.#options.maxResidentBytes) return;
		this.#memoryStops++;
		const reason = `it used ${showBytes(bytes)} of memory, more than ${showBytes(this.#options.maxResidentBytes)}`;
		const problem = `${this.definition.name} was stopped: ${reason}`;
		this.#end(life.client.kill());
		if (this.#memoryStops > 1) this.#fail(`${problem}, for the second time`, life.client);
		else this.#become({ kind: "stopped", problem, log: life.client.log });
	}

	/** Ends a server that nobody has used for so long. */
	endIfIdle(idleTimeoutMs: number): void {
		const life = this.#life;
		if (life.kind !== "ready" || life.client.idleMs < idleTimeoutMs) return;
		this.#end(life.client.shutdown());
		this.#become({ kind: "stopped", log: life.client.log });
	}

	/** Has the server read its settings again; ends it when it cannot. Forgets its failures. */
	async reload({ signal }: { readonly signal: AbortSignal }): Promise<"reloaded" | "restarted"> {
		this.#lastCrashMs = Number.NEGATIVE_INFINITY;
		this.#memoryStops = 0;
		const client = this.running;
		if (client && isRustAnalyzer(client)) {
			await client.request("rust-analyzer/reloadWorkspace", undefined, { signal });
			return "reloaded";
		}
		if (client?.wantsConfiguration) {
			client.sendConfiguration();
			return "reloaded";
		}
		await this.stop();
		return "restarted";
	}

	/** Resolves when no process of it is left. */
	async stop(): Promise<void> {
		const life = this.#life;
		this.#become({ kind: "not started" });
		if (life.kind === "ready") this.#end(life.client.shutdown());
		if (life.kind === "starting") this.#end(life.client.kill());
		await Promise.all(this.#endings);
	}

	#start(): Promise<LanguageServerClient> {
		const { env, inBox, refusal, clientInfo } = this.#options;
		const { command, root = this.#options.root } = this.definition;
		let client: LanguageServerClient;
		try {
			const refused = refusal?.(command);
			if (refused !== undefined) throw new ServerError("start", refused);
			const onEnd = (reason: string) => this.#crashed(client, reason);
			client = new LanguageServerClient(this.definition, { root, env, inBox: inBox?.(), clientInfo, onEnd });
		} catch (cause) {
			const problem = `${this.definition.name} cannot be started: ${errorMessage(cause)}`;
			this.#fail(problem, undefined);
			return Promise.reject(new ServerError("start", problem, { cause }));
		}
		const ready = this.#initialize(client);
		this.#become({ kind: "starting", client, ready });
		return ready;
	}

	async #initialize(client: LanguageServerClient): Promise<LanguageServerClient> {
		const { initializeTimeoutMs } = this.#options;
		try {
			await client.initialize({ signal: neverAborted(), timeoutMs: initializeTimeoutMs });
		} catch (error) {
			const isTimeout = error instanceof ServerError && error.kind === "timeout";
			const reason = isTimeout
				? `it did not answer initialize within ${initializeTimeoutMs / 1000} s`
				: errorMessage(error);
			const failure = `${this.definition.name} cannot be started: ${reason}`;
			// One that has ended says why by itself.
			const hasEnded = error instanceof ServerError && error.kind === "closed";
			const problem = hasEnded ? failure : describeEnd(failure, client.stderr);
			if (this.#isCurrent(client)) this.#fail(problem, client);
			this.#end(client.kill());
			throw new ServerError("start", problem, { cause: error });
		}
		if (this.#isCurrent(client)) this.#become({ kind: "ready", client });
		return client;
	}

	/** While it is starting, the failed handshake tells. */
	#crashed(client: LanguageServerClient, reason: string): void {
		if (this.running !== client) return;
		const now = this.#options.now();
		const isAgain = now - this.#lastCrashMs < backOffMs;
		this.#lastCrashMs = now;
		const problem = describeEnd(`${this.definition.name} crashed${isAgain ? " again" : ""}: ${reason}`, client.stderr);
		if (isAgain) this.#fail(problem, client);
		else this.#become({ kind: "stopped", problem, log: client.log });
	}

	#fail(problem: string, client: LanguageServerClient | undefined): void {
		this.#become({ kind: "failed", problem, log: client?.log ?? "", sinceMs: this.#options.now() });
	}

	#isCurrent(client: LanguageServerClient): boolean {
		return this.#life.kind === "starting" && this.#life.client === client;
	}

	#become(life: Life): void {
		this.#life = life;
		this.#options.onChanged();
	}

	#end(ending: Promise<void>): void {
		this.#endings.add(ending);
		void ending.finally(() => this.#endings.delete(ending));
	}
}

function isRustAnalyzer({ definition, serverName }: LanguageServerClient): boolean {
	return definition.name === "rust-analyzer" || serverName === "rust-analyzer";
}

function showBytes(bytes: number): string {
	const mebibytes = bytes / 1024 / 1024;
	return mebibytes >= 1024 ? `${(mebibytes / 1024).toFixed(1)} GiB` : `${Math.ceil(mebibytes)} MiB`;
}

/** A start is shared by all who wait for it, so none of them ends it. */
function neverAborted(): AbortSignal {
	return new AbortController().signal;
}
