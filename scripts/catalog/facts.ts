import type { ModelCost } from "../../packages/ai/src/model/model.ts";
import { canonicalId } from "../../packages/ai/src/model-id/canonical-id.ts";

/** Facts of one source about one model; unknown ones are absent. */
export interface Facts {
	name?: string | undefined;
	contextWindow?: number | undefined;
	maxTokens?: number | undefined;
	reasoning?: boolean | undefined;
	images?: boolean | undefined;
	tools?: boolean | undefined;
	cost?: ModelCost | undefined;
}

/** Facts about models independent of the provider, by canonical id. The first source wins. */
export class FactTable {
	readonly #facts = new Map<string, Facts>();

	add(id: string, facts: Facts): void {
		const key = canonicalId(id);
		this.#facts.set(key, mergeFacts(this.#facts.get(key), facts));
	}

	find(id: string): Facts {
		return this.#facts.get(canonicalId(id)) ?? {};
	}

	/** The facts that a variant such as `-fast` or `-0731` shares with its base model: all but name and price. */
	findNear(id: string): Facts {
		let key = canonicalId(id);
		for (let tries = 0; tries < 2; tries++) {
			key = key.replace(/[-:][^-:]+$/, "");
			const { name: _name, cost: _cost, ...limits } = this.#facts.get(key) ?? {};
			if (Object.keys(limits).length > 0) return limits;
		}
		return {};
	}
}

/** For each fact, the first statement. */
export function mergeFacts(...statements: ReadonlyArray<Facts | undefined>): Facts {
	const merged: Record<string, unknown> = {};
	for (const facts of statements) {
		for (const [key, value] of Object.entries(facts ?? {})) {
			if (value !== undefined) merged[key] ??= value;
		}
	}
	return merged;
}
