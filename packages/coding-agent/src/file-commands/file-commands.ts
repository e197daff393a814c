import type { FileCommand } from "./file-command.ts";

export interface LoadedCommands {
	readonly commands: readonly FileCommand[];
	readonly warnings: readonly string[];
	/** Whether files have appeared, changed or vanished since. */
	readonly isStale?: () => boolean;
}

/** The commands of a session that are files; read when somebody first wants one, and anew in another folder or when they changed. */
export class FileCommands {
	readonly #folder: () => string;
	readonly #load: (folder: string) => Promise<LoadedCommands>;
	readonly #warn: (message: string) => void;
	#loaded: { readonly folder: string; readonly reading: Promise<LoadedCommands> } | undefined;

	constructor(options: {
		readonly folder: () => string;
		readonly load: (folder: string) => Promise<LoadedCommands>;
		readonly warn: (message: string) => void;
	}) {
		this.#folder = options.folder;
		this.#load = options.load;
		this.#warn = options.warn;
	}

	async list(): Promise<readonly FileCommand[]> {
		const folder = this.#folder();
		const known = this.#loaded;
		if (known?.folder === folder) {
			const { commands, isStale } = await known.reading;
			if (!isStale?.()) return commands;
		}
		// Another caller may have begun to read again meanwhile.
		if (this.#loaded === known) this.#loaded = { folder, reading: this.#read(folder) };
		return this.#loaded ? (await this.#loaded.reading).commands : this.list();
	}

	async find(name: string): Promise<FileCommand | undefined> {
		return (await this.list()).find((command) => command.name === name);
	}

	/** Files may have changed. */
	forget(): void {
		this.#loaded = undefined;
	}

	async #read(folder: string): Promise<LoadedCommands> {
		const loaded = await this.#load(folder);
		for (const warning of loaded.warnings) this.#warn(warning);
		return loaded;
	}
}
