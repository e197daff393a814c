import { basename, dirname } from "node:path";
import type { LanguageServers, ServerState } from "@oh-my-pi/pi-lsp/contract/language-servers";
import type { ServerDefinition } from "@oh-my-pi/pi-lsp/contract/server-definition";
import type { LanguageService } from "@oh-my-pi/pi-tools/services/language-service";
import { statOrUndefined } from "@oh-my-pi/pi-utils/files/stat-or-undefined";
import { isInside } from "../../../discovery/contract/load-context.ts";
import type { FoundServers } from "../servers/find-servers.ts";
import { noServers } from "./no-servers.ts";

export interface FolderPorts {
	/** Looks which servers can be started there. */
	readonly find: (folder: string, files: readonly string[]) => Promise<FoundServers>;
	readonly open: (options: PoolOptions) => Promise<OpenServers>;
	/** Shows the user what is wrong with config files. */
	readonly warn: (text: string) => void;
}

export interface PoolOptions {
	readonly root: string;
	readonly definitions: readonly ServerDefinition[];
	readonly idleTimeoutMs?: number;
	/** The state of a server is another now. */
	readonly onChanged: () => void;
}

/** Servers whose definitions can be replaced; those that stay the same go on. */
export interface OpenServers extends LanguageServers {
	update(definitions: readonly ServerDefinition[]): Promise<void>;
}

/** The language servers of one folder. Config files are read, and the client is loaded, when somebody first asks. */
export class LanguageFolder implements Omit<LanguageService, "isOfUse" | "hasServers">, AsyncDisposable {
	readonly path: string;
	readonly #ports: FolderPorts;
	#found: Promise<FoundServers> | undefined;
	#known: FoundServers | undefined;
	/** Of the folder when it was looked at: a root marker may come later. */
	#stamp: number | undefined;
	/** By folder, a file that somebody asked about beyond what is looked through. */
	readonly #files = new Map<string, string>();
	#running: OpenServers | undefined;
	/** What the running servers were made from. */
	#opened: FoundServers | undefined;
	#states: readonly ServerState[] | undefined;
	#last: Promise<unknown> = Promise.resolve();
	readonly #warned = new Set<string>();
	/** Root markers that were written. */
	readonly #marked = new Set<string>();

	constructor(path: string, ports: FolderPorts) {
		this.path = path;
		this.#ports = ports;
	}

	/** Once the client is loaded. */
	get running(): LanguageServers | undefined {
		return this.#running;
	}

	/** What was found last. */
	get known(): FoundServers | undefined {
		return this.#known;
	}

	/** Whether a server was found that knows the code, not only a file at a time. */
	get isOfUse(): boolean {
		return this.#known?.definitions.some(({ isProjectAware }) => isProjectAware) ?? false;
	}

	/** Whether a server was found that answers questions about code. */
	get hasServers(): boolean {
		return this.#known?.definitions.some(({ isLinter, linterProgram }) => !isLinter && !linterProgram) ?? false;
	}

	/** As they were at the last change; memory and logs may be older. */
	get states(): readonly ServerState[] {
		this.#states ??= this.#running?.states();
		return this.#states ?? [];
	}

	/** With the projects of these files, however deep they lie. */
	readonly find = (files: readonly string[] = []): Promise<FoundServers> => {
		const stamp = statOrUndefined(this.path)?.mtimeMs;
		const deeper = files.filter((path) => isInside(path, this.path) && !this.#isKnown(path));
		for (const path of deeper) this.#files.set(dirname(path), path);
		if (this.#found && stamp === this.#stamp && deeper.length === 0) return this.#found;
		this.#stamp = stamp;
		const looking = this.#look();
		this.#found = looking;
		looking.catch(() => {
			if (this.#found === looking) this.#found = undefined;
		});
		return looking;
	};

	readonly load = (files?: readonly string[]): Promise<LanguageServers> =>
		this.#inTurn(async () => this.#serversFor(await this.find(files)));

	readonly reload = (): Promise<LanguageServers> => {
		this.#found = undefined;
		return this.load();
	};

	/** Looks again; servers that run are replaced where they have to be. */
	async refresh(): Promise<void> {
		this.#found = undefined;
		await (this.#running ? this.load() : this.find());
	}

	readonly notes = async (): Promise<readonly string[]> => {
		const { warnings, missing, untrusted } = await this.find();
		return [
			...warnings,
			...untrusted.map(
				(name) => `${name}: would run a program or code of this project that is not trusted; see /trust`,
			),
			...missing,
		];
	};

	[Symbol.asyncDispose](): Promise<void> {
		return this.#inTurn(() => this.#close());
	}

	async #serversFor(found: FoundServers): Promise<LanguageServers> {
		const { definitions, idleTimeoutMs } = found;
		const before = this.#opened;
		this.#opened = found;
		if (this.#running && before) {
			if (found === before) return this.#running;
			if (definitions.length > 0 && idleTimeoutMs === before.idleTimeoutMs) {
				await this.#running.update(definitions);
				return this.#running;
			}
			await this.#close();
		}
		if (definitions.length === 0) return noServers(this.path);
		this.#running = await this.#ports.open({
			root: this.path,
			definitions,
			...(idleTimeoutMs !== undefined && { idleTimeoutMs }),
			onChanged: () => {
				this.#states = undefined;
			},
		});
		return this.#running;
	}

	async #close(): Promise<void> {
		const running = this.#running;
		this.#running = undefined;
		this.#states = undefined;
		await running?.[Symbol.asyncDispose]();
	}

	/** One after the other, so that there is never a second process of a server. */
	#inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
		const turn = this.#last.then(work);
		this.#last = turn.catch(() => {});
		return turn;
	}

	/** Whether the folder of a file was looked into; one that may be a new root marker makes it unknown again. */
	#isKnown(path: string): boolean {
		const folder = dirname(path);
		if (this.#known?.markers.has(basename(path)) && !this.#marked.has(path)) {
			this.#marked.add(path);
			return false;
		}
		return this.#files.has(folder) || (this.#known?.folders.has(folder) ?? false);
	}

	async #look(): Promise<FoundServers> {
		const found = await this.#ports.find(this.path, [...this.#files.values()]);
		this.#known = found;
		for (const text of found.warnings) {
			if (!this.#warned.has(text)) this.#ports.warn(text);
			this.#warned.add(text);
		}
		return found;
	}
}
