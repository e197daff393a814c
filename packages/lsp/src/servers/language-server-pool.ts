import type { InBox } from "@oh-my-pi/pi-natives/sandbox/in-box";
import type { LanguageClient } from "../contract/language-client.ts";
import type { LanguageServers, LintResult, ServerState } from "../contract/language-servers.ts";
import { isForFile, type ServerDefinition } from "../contract/server-definition.ts";
import { ServerError } from "../contract/server-error.ts";
import type { Linter } from "../linters/linter.ts";
import { linters } from "../linters/linters.ts";
import { ManagedServer } from "./managed-server.ts";

export interface PoolOptions {
	/** The project folder. */
	readonly root: string;
	readonly definitions: readonly ServerDefinition[];
	readonly env: Readonly<Record<string, string | undefined>>;
	/** How programs are started; as they are without. */
	readonly inBox?: (() => InBox | undefined) | undefined;
	/** Why a program cannot be started there. */
	readonly refusal?: ((command: string) => string | undefined) | undefined;
	/** Milliseconds, from any beginning. */
	readonly now: () => number;
	readonly clientInfo: { readonly name: string; readonly version: string };
	/** Servers end after this time without use; never without it. */
	readonly idleTimeoutMs?: number;
	readonly maxResidentBytes?: number;
	/** The state of a server is another now. */
	readonly onChanged?: () => void;
	readonly initializeTimeoutMs?: number;
	/** How often memory and idle times are looked at while a server runs. */
	readonly sweepMs?: number;
}

function isBelow(path: string, root: string | undefined): boolean {
	return root === undefined || path.startsWith(`${root}/`);
}

type SignalOption = { readonly signal: AbortSignal };

const defaultMaxResidentBytes = 4 * 1024 * 1024 * 1024;
const defaultInitializeTimeoutMs = 45_000;
const defaultSweepMs = 30_000;

/** The language servers of one project folder, a process for each definition. */
export class LanguageServerPool implements LanguageServers {
	readonly root: string;
	readonly #options: PoolOptions;
	#servers: ReadonlyMap<string, ManagedServer> = new Map();
	/** There is one while a process runs. */
	#sweep: Timer | undefined;
	#isDisposed = false;

	constructor(options: PoolOptions) {
		this.root = options.root;
		this.#options = options;
		this.#servers = this.#arrange(options.definitions);
	}

	get definitions(): readonly ServerDefinition[] {
		return [...this.#servers.values()].map(({ definition }) => definition);
	}

	/** Replaces the definitions. Servers whose definition is another or gone are ended, the others go on. */
	async update(definitions: readonly ServerDefinition[]): Promise<void> {
		const before = [...this.#servers.values()];
		this.#servers = this.#arrange(definitions);
		const kept = new Set(this.#servers.values());
		await Promise.all(before.filter((server) => !kept.has(server)).map((server) => server.stop()));
		this.#changed();
	}

	forFile(path: string): readonly ServerDefinition[] {
		const able = this.definitions.filter((definition) => isForFile(definition, path) && isBelow(path, definition.root));
		// Of several roots, the nearest has the file.
		const isNearest = ({ root = "", base, name }: ServerDefinition) =>
			!able.some((other) => (other.base ?? other.name) === (base ?? name) && (other.root ?? "").length > root.length);
		const matching = able.filter(isNearest);
		return [...matching.filter(({ isLinter }) => !isLinter), ...matching.filter(({ isLinter }) => isLinter)];
	}

	async client(definition: ServerDefinition, options: SignalOption): Promise<LanguageClient> {
		if (this.#isDisposed) throw new ServerError("closed", "The language servers have been stopped");
		if (definition.linterProgram) {
			throw new ServerError("start", `${definition.name} is run for each file and is no server`);
		}
		return this.#server(definition.name).client(options);
	}

	runningClient(name: string): LanguageClient | undefined {
		return this.#servers.get(name)?.running;
	}

	async lint(definition: ServerDefinition, path: string, text: string, { signal }: SignalOption): Promise<LintResult> {
		return this.#linter(definition).lint({ ...this.#linterRun(definition, signal), path, text });
	}

	async formatWithLinter(
		definition: ServerDefinition,
		path: string,
		text: string,
		{ signal }: SignalOption,
	): Promise<string | undefined> {
		const { format } = this.#linter(definition);
		return format?.({ ...this.#linterRun(definition, signal), path, text });
	}

	states(): readonly ServerState[] {
		return [...this.#servers.values()].map((server) =>
			// A linter program needs no start.
			server.definition.linterProgram ? { ...server.state, state: "ready" } : server.state,
		);
	}

	async reload(name: string, options: SignalOption): Promise<"reloaded" | "restarted"> {
		return this.#server(name).reload(options);
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.#isDisposed = true;
		clearInterval(this.#sweep);
		await Promise.all([...this.#servers.values()].map((server) => server.stop()));
	}

	#arrange(definitions: readonly ServerDefinition[]): Map<string, ManagedServer> {
		return new Map(
			definitions.map((definition) => {
				const known = this.#servers.get(definition.name);
				const isSame = known && Bun.deepEquals(known.definition, definition);
				return [definition.name, isSame ? known : this.#createServer(definition)];
			}),
		);
	}

	#createServer(definition: ServerDefinition): ManagedServer {
		const { env, inBox, refusal, now, clientInfo, maxResidentBytes, initializeTimeoutMs } = this.#options;
		return new ManagedServer(definition, {
			root: this.root,
			env,
			inBox,
			refusal,
			now,
			clientInfo,
			maxResidentBytes: maxResidentBytes ?? defaultMaxResidentBytes,
			initializeTimeoutMs: initializeTimeoutMs ?? defaultInitializeTimeoutMs,
			onChanged: () => this.#changed(),
		});
	}

	#changed(): void {
		const hasProcess = [...this.#servers.values()].some((server) => server.hasProcess);
		if (hasProcess && !this.#isDisposed) {
			this.#sweep ??= setInterval(() => this.#checkAll(), this.#options.sweepMs ?? defaultSweepMs).unref();
		} else {
			clearInterval(this.#sweep);
			this.#sweep = undefined;
		}
		this.#options.onChanged?.();
	}

	#checkAll(): void {
		const { idleTimeoutMs } = this.#options;
		for (const server of this.#servers.values()) {
			server.checkMemory();
			if (idleTimeoutMs !== undefined) server.endIfIdle(idleTimeoutMs);
		}
	}

	#server(name: string): ManagedServer {
		const server = this.#servers.get(name);
		if (!server) throw new ServerError("start", `No language server ${name} is configured for this project`);
		return server;
	}

	#linter({ name, linterProgram }: ServerDefinition): Linter {
		if (!linterProgram) throw new ServerError("start", `${name} is a server, no linter program`);
		return linters[linterProgram];
	}

	#linterRun({ name, command, root = this.root }: ServerDefinition, signal: AbortSignal) {
		const refused = this.#options.refusal?.(command);
		if (refused !== undefined) throw new ServerError("start", `${name} cannot be started: ${refused}`);
		return { command, root, env: this.#options.env, inBox: this.#options.inBox?.(), signal };
	}
}
