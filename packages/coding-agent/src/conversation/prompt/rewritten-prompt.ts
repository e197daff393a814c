import { type ChangingFacts, PromptSource } from "./prompt-source.ts";

/** A prompt that an embedder of the SDK rewrites. */
export class RewrittenPrompt extends PromptSource {
	readonly #usual: PromptSource;
	readonly #rewrite: (blocks: readonly string[]) => readonly string[];

	constructor(usual: PromptSource, rewrite: (blocks: readonly string[]) => readonly string[]) {
		super(
			() => Promise.reject(new Error("the usual prompt has the facts")),
			() => "",
		);
		this.#usual = usual;
		this.#rewrite = rewrite;
	}

	override async blocks(facts: ChangingFacts): Promise<string[]> {
		return [...this.#rewrite(await this.#usual.blocks(facts))];
	}

	override forget(): void {
		this.#usual.forget();
	}
}
