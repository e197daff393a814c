import type { Rule } from "../../discovery/capabilities/rules.ts";
import type { PromptFacts } from "./prompt-facts.ts";
import { buildSystemPrompt } from "./system-prompt.ts";

/** Facts that stay until the directory changes. */
export type SessionFacts = Omit<PromptFacts, keyof ChangingFacts> & {
	/** Whether a file they came from has appeared, changed or vanished. */
	readonly isStale?: () => boolean;
	/** Rules that omp brings, which are not part of the prompt. */
	readonly builtinRules?: () => Promise<readonly Rule[]>;
	/** The same for what takes a search. */
	readonly hasChanged?: () => Promise<boolean>;
};

/** Facts that may change from request to request. */
export interface ChangingFacts
	extends Pick<PromptFacts, "tools" | "hiddenTools" | "schemes" | "guidance" | "standing"> {
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
		const facts = await this.facts();
		const key = JSON.stringify(changing);
		if (this.#built?.facts !== facts || this.#built.key !== key) {
			this.#built = { facts, key, blocks: build(facts, changing) };
		}
		return this.#built.blocks;
	}

	/** Starts to read the files early. */
	preload(): void {
		void this.facts();
	}

	/** Invalidates the cache if files have changed. */
	async forgetIfStale(): Promise<void> {
		const loaded = this.#loaded;
		if (!loaded) return;
		// After a failure there is nothing to compare; the next request loads again.
		const facts = await loaded.facts.catch(() => undefined);
		const isOutdated = facts?.isStale?.() || (await facts?.hasChanged?.());
		if (isOutdated && this.#loaded === loaded) this.forget();
	}

	/** Invalidates the cache after files have changed. */
	forget(): void {
		this.#loaded = undefined;
	}

	facts(): Promise<SessionFacts> {
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

function build(
	{ workstation, isStale: _, hasChanged: __, builtinRules: ___, ...loaded }: SessionFacts,
	{ model, schemes, ...changing }: ChangingFacts,
): string[] {
	const lines = model === undefined ? workstation : [...workstation, `Model: ${model}`];
	const { skills = [], rules } = loaded;
	const usable = schemes.filter(
		(scheme) => (scheme !== "skill" || skills.length > 0) && (scheme !== "rule" || hasRules(rules)),
	);
	return buildSystemPrompt({ ...loaded, ...changing, schemes: usable, workstation: lines });
}

function hasRules(rules: SessionFacts["rules"]): boolean {
	return rules !== undefined && Object.values(rules).some((bucket: readonly unknown[]) => bucket.length > 0);
}
