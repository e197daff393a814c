import type { FileCommand } from "./file-command.ts";

export interface LoadedCommands {
	readonly commands: readonly FileCommand[];
	readonly warnings: readonly string[];
}

/** The commands of a session that are files; read when somebody first wants one, and anew in another folder. */
export class FileCommands {
	readonly #folder: () => string;
	readonly #load: (folder: string) => Promise<LoadedCommands>;
	readonly #warn: (message: string) => void;
	#loaded: { readonly folder: string; readonly commands: Promise<readonly FileCommand[]> } | undefined;

	constructor(options: {
		readonly folder: () => string;
		readonly load: (folder: string) => Promise<LoadedCommands>;
		readonly warn: (message: string) => void;
	}) {
		this.#folder = options.folder;
		this.#load = options.load;
		this.#warn = options.warn;
	}

	list(): Promise<readonly FileCommand[]> {
		const folder = this.#folder();
		if (this.#loaded?.folder !== folder) this.#loaded = { folder, commands: this.#read(folder) };
		return this.#loaded.commands;
	}

	async find(name: string): Promise<FileCommand | undefined> {
		return (await this.list()).find((command) => command.name === name);
	}

	/** Files may have changed. */
	forget(): void {
		this.#loaded = undefined;
	}

	async #read(folder: string): Promise<readonly FileCommand[]> {
		const { commands, warnings } = await this.#load(folder);
		for (const warning of warnings) this.#warn(warning);
		return commands;
	}
}
