import type { CommandActions } from "./command-actions.ts";
import type { FileCommand } from "./file-command.ts";
import type { PromptPlace } from "./finish-prompt.ts";

export interface LoadedCommands {
	readonly commands: readonly FileCommand[];
	readonly warnings: readonly string[];
	/** Whether files have appeared, changed or vanished since. */
	readonly isStale?: () => boolean;
}

/** For commands that are more than text. */
export interface CommandPorts {
	readonly place: () => PromptPlace;
	/** The turn of this prompt has a model or permissions of its own. */
	readonly begin: (prompt: string, actions: CommandActions, name: string) => void;
}

/** Prompts of MCP servers, which come and go. */
export interface ServerPrompts {
	/** Resolves when a server with this name has listed its prompts, or has taken too long. */
	ready(server: string): Promise<void>;
	list(): readonly FileCommand[];
}

/** The commands of a session that are files; read when somebody first wants one, and anew in another folder or when they changed. */
export class FileCommands {
	readonly #folder: () => string;
	readonly #load: (folder: string) => Promise<LoadedCommands>;
	readonly #warn: (message: string) => void;
	readonly #act: CommandPorts | undefined;
	readonly #servers: () => ServerPrompts | undefined;
	readonly #listeners = new Set<() => void>();
	#known: readonly FileCommand[] = [];
	#loaded: { readonly folder: string; readonly reading: Promise<LoadedCommands> } | undefined;

	constructor(options: {
		readonly folder: () => string;
		readonly load: (folder: string) => Promise<LoadedCommands>;
		readonly warn: (message: string) => void;
		readonly act?: CommandPorts;
		readonly servers?: () => ServerPrompts | undefined;
	}) {
		this.#servers = options.servers ?? (() => undefined);
		this.#act = options.act;
		this.#folder = options.folder;
		this.#load = options.load;
		this.#warn = options.warn;
	}

	/** Those of servers come first. */
	async list(): Promise<readonly FileCommand[]> {
		const files = await this.#files();
		const prompts = this.#servers()?.list() ?? [];
		return prompts.length > 0 ? [...prompts, ...files] : files;
	}

	async #files(): Promise<readonly FileCommand[]> {
		const folder = this.#folder();
		const known = this.#loaded;
		if (known?.folder === folder) {
			const { commands, isStale } = await known.reading;
			if (!isStale?.()) return commands;
		}
		// Another caller may have begun to read again meanwhile.
		if (this.#loaded === known) this.#loaded = { folder, reading: this.#read(folder) };
		return this.#loaded ? (await this.#loaded.reading).commands : this.#files();
	}

	/** As last read; for those who cannot wait. */
	get known(): readonly FileCommand[] {
		return this.#known;
	}

	async find(name: string): Promise<FileCommand | undefined> {
		const colon = name.lastIndexOf(":");
		if (colon > 0) await this.#servers()?.ready(name.slice(0, colon));
		return (await this.list()).find((command) => command.name === name);
	}

	/** The prompt of a command: filled, with the output of the programs that it runs. */
	async prompt(command: FileCommand, argumentText: string): Promise<string> {
		if (command.fetch) return command.fetch(argumentText);
		const { actions } = command;
		if (!actions || !this.#act) return command.expand(argumentText);
		if (!actions.isTrusted && !actions.isText) {
			const what = "Programs and permissions of this project's command";
			this.#warn(
				`${what} /${command.name} are left out. See them with "omp trust", accept them with /trust or --trust.`,
			);
		}
		const { finishPrompt } = await import("./finish-prompt.ts");
		const finished = await finishPrompt(command, argumentText, this.#act.place());
		this.#act.begin(finished, actions, command.name);
		return finished;
	}

	/** Calls back when prompts of servers came or went; gives the function that ends that. */
	onChange(listener: () => void): () => void {
		this.#listeners.add(listener);
		return () => void this.#listeners.delete(listener);
	}

	/** Prompts of servers came or went. */
	serversChanged(): void {
		for (const listener of [...this.#listeners]) listener();
	}

	/** Files may have changed. */
	forget(): void {
		this.#loaded = undefined;
	}

	async #read(folder: string): Promise<LoadedCommands> {
		const loaded = await this.#load(folder);
		this.#known = loaded.commands;
		for (const warning of loaded.warnings) this.#warn(warning);
		return loaded;
	}
}
