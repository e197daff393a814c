import { join } from "node:path";
import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import { watchFile } from "@oh-my-pi/pi-tui/theme/load/watch-file";
import { loadInteractiveKeymap } from "./keymap.ts";

export interface KeyFolders {
	readonly agentDir: string;
	readonly defaultAgentDir: string;
}

/** Which keys do what, as the user's file says, also when it says something else while omp runs. */
export class UserKeys {
	/** Always the one in force. */
	readonly keymap: Keymap;
	/** What made no sense in the files at the start. */
	readonly problems: readonly string[];
	readonly #folders: KeyFolders;
	#current: Keymap;

	private constructor(folders: KeyFolders, loaded: { keymap: Keymap; problems: readonly string[] }) {
		this.#folders = folders;
		this.#current = loaded.keymap;
		this.problems = loaded.problems;
		this.keymap = {
			matches: (data, action) => this.#current.matches(data, action),
			actionsFor: (data) => this.#current.actionsFor(data),
			chordsFor: (action) => this.#current.chordsFor(action),
		};
	}

	static async open(folders: KeyFolders): Promise<UserKeys> {
		return new UserKeys(folders, await loadInteractiveKeymap(folders));
	}

	/** Reads the file again whenever it is saved, until disposed. */
	follow(listeners: { readonly onChange: () => void; readonly onProblem: (message: string) => void }): Disposable {
		const ends = new DisposableStack();
		const { agentDir } = this.#folders;
		const reload = async () => {
			const { keymap, problems } = await loadInteractiveKeymap(this.#folders);
			this.#current = keymap;
			for (const problem of problems) listeners.onProblem(problem);
			listeners.onChange();
		};
		for (const name of ["keybindings.yml", "keybindings.yaml"]) {
			ends.use(watchFile(join(agentDir, name), () => void reload()));
		}
		return ends;
	}
}
