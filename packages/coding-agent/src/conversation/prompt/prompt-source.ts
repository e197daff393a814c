import type { PromptFacts } from "./prompt-facts.ts";
import { buildSystemPrompt } from "./system-prompt.ts";

/** What holds until the folder changes. */
export type StandingFacts = Omit<PromptFacts, "tools" | "hiddenTools" | "schemes">;

/** What may be different from one request to the next. */
export interface ChangingFacts extends Pick<PromptFacts, "tools" | "hiddenTools" | "schemes"> {
	/** Name of the model that answers. */
	readonly model: string | undefined;
}

/** Makes the system prompt of a session. What it reads from disk it reads once for a folder. */
export class PromptSource {
	readonly #load: (cwd: string) => Promise<StandingFacts>;
	readonly #cwd: () => string;
	#standing: { readonly cwd: string; readonly facts: Promise<StandingFacts> } | undefined;

	/** Asked for with every request, and nearly always the same. */
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

	/** Begins to read what there is to read, for a request to come. */
	preload(): void {
		void this.#facts();
	}

	/** Files have changed that the prompt is made of. */
	forget(): void {
		this.#standing = undefined;
	}

	#facts(): Promise<StandingFacts> {
		const cwd = this.#cwd();
		if (this.#standing?.cwd === cwd) return this.#standing.facts;
		const standing = { cwd, facts: this.#load(cwd) };
		this.#standing = standing;
		// What failed once is tried again with the next request.
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
