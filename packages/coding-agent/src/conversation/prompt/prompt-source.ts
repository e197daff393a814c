import type { PromptFacts } from "./prompt-facts.ts";
import { buildSystemPrompt } from "./system-prompt.ts";

/** Facts that stay until the directory changes. */
export type StandingFacts = Omit<PromptFacts, "tools" | "hiddenTools" | "schemes">;

/** Facts that may change from request to request. */
export interface ChangingFacts extends Pick<PromptFacts, "tools" | "hiddenTools" | "schemes"> {
	/** Name of the current model. */
	readonly model: string | undefined;
}

/** Builds the system prompt of a session. Files are read once per directory. */
export class PromptSource {
	readonly #load: (cwd: string) => Promise<StandingFacts>;
	readonly #cwd: () => string;
	#standing: { readonly cwd: string; readonly facts: Promise<StandingFacts> } | undefined;

	/** Cache: built for every request, and nearly always the same. */
	#built: { readonly facts: StandingFacts; readonly key: string; readonly blocks: string[] } | undefined;

	constructor(load: (cwd: string) => Promise<StandingFacts>, cwd: () => string) {
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
		this.#standing = undefined;
	}

	#facts(): Promise<StandingFacts> {
		const cwd = this.#cwd();
		if (this.#standing?.cwd === cwd) return this.#standing.facts;
		const standing = { cwd, facts: this.#load(cwd) };
		this.#standing = standing;
		// Retry after a failure with the next request.
		standing.facts.catch(() => {
			if (this.#standing === standing) this.forget();
		});
		return standing.facts;
	}
}

function build({ workstation, ...standing }: StandingFacts, { model, ...changing }: ChangingFacts): string[] {
	const lines = model === undefined ? workstation : [...workstation, `Model: ${model}`];
	return buildSystemPrompt({ ...standing, ...changing, workstation: lines });
}
