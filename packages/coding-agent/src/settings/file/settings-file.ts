import type { SettingsChange } from "./apply-changes.ts";

export interface SettingsFileOptions {
	readonly path: string;
	readonly now: () => number;
	/** Debounce time of saves. */
	readonly delayMs?: number;
}

/** Debounces changes and applies them to the current content of the file. */
export class SettingsFile {
	readonly path: string;
	/** Called when a background save fails; the changes are kept for the next one. */
	onProblem: ((message: string) => void) | undefined;
	readonly #options: SettingsFileOptions;
	#pending: readonly SettingsChange[] = [];
	#timer: ReturnType<typeof setTimeout> | undefined;
	#saving: Promise<void> = Promise.resolve();

	constructor(options: SettingsFileOptions) {
		this.path = options.path;
		this.#options = options;
	}

	change(changes: readonly SettingsChange[]): void {
		this.#pending = [...this.#pending, ...changes];
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => {
			this.flush().catch((error: Error) => this.onProblem?.(error.message));
		}, this.#options.delayMs ?? 250);
	}

	/** Resolves when everything is on disk. */
	async flush(): Promise<void> {
		clearTimeout(this.#timer);
		// Serialized: two saves of one process would deadlock on the lock.
		const saving = this.#saving.catch(() => {}).then(() => this.#save());
		this.#saving = saving;
		await saving;
	}

	async #save(): Promise<void> {
		const changes = this.#pending;
		if (changes.length === 0) return;
		this.#pending = [];
		try {
			const { saveChanges } = await import("./save-changes.ts");
			await saveChanges(this.path, changes, this.#options.now);
		} catch (error) {
			this.#pending = [...changes, ...this.#pending];
			throw error;
		}
	}
}
