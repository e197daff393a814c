import type { PromptFacts } from "./prompt-facts.ts";
import { buildSystemPrompt } from "./system-prompt.ts";

/** Facts that stay until the directory changes. */
export type SessionFacts = Omit<PromptFacts, "tools" | "hiddenTools" | "schemes">;

/** Facts that may change from request to request. */
export interface ChangingFacts extends Pick<PromptFacts, "tools" | "hiddenTools" | "schemes"> {
	/** Name of the current model. */
	readonly model: string | undefined;
}

/** Builds the system prompt of a session. Files are read once per directory. */
export class PromptSource {
	readonly #load: (cwd: string) => Promise<SessionFacts>;
	readonly #cwd: () => string;
	#loaded: { readonly cwd: string; readonly facts: Promise<SessionFacts> } | undefined;

	/** Cache: built for every request, and nearly always the same. */
	#built: { readonly facts: SessionFacts; readonly key: string; readonly blocks: string[] } | undefined;

	constructor(load: (cwd: string) => Promise<SessionFacts>, cwd: () => string) {
		this.#load = load;
		this.#cwd = cwd;
	}

	async blocks(changing: ChangingFacts): Promise<string[]> {
		const facts = await this.#facts();
		const key = JSON.stringify(changing);
		if (this.#built?.facts !== facts || this.#built.key !== key) {
			this.#built = { facts, key, blocks: build(facts, changing) };
		}
		return this.#built.blocks;
	}

	/** Starts to read the files early. */
	preload(): void {
		void this.#facts();
	}

	/** Invalidates the cache after files have changed. */
	forget(): void {
		this.#loaded = undefined;
	}

	#facts(): Promise<SessionFacts> {
		const cwd = this.#cwd();
		if (this.#loaded?.cwd === cwd) return this.#loaded.facts;
		const loaded = { cwd, facts: this.#load(cwd) };
		this.#loaded = loaded;
		// Retry after a failure with the next request.
		loaded.facts.catch(() => {
			if (this.#loaded === loaded) this.forget();
		});
		return loaded.facts;
	}
}

function build({ workstation, ...loaded }: SessionFacts, { model, ...changing }: ChangingFacts): string[] {
	const lines = model === undefined ? workstation : [...workstation, `Model: ${model}`];
	return buildSystemPrompt({ ...loaded, ...changing, workstation: lines });
}
