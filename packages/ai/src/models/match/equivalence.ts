import { type Model, selectorOf } from "../../model/model.ts";
import { canonicalId } from "../../model-id/canonical-id.ts";

/** The user's statements on which records are the same model, by selector. */
export interface Equivalence {
	readonly overrides?: Readonly<Record<string, string>>;
	readonly exclude?: readonly string[];
}

/** Records of different providers with the same canonical name are one model. */
export function resolveCanonicalName(model: Pick<Model, "provider" | "id">, equivalence: Equivalence = {}): string {
	const selector = selectorOf(model).toLowerCase();
	const sameSelector = (other: string) => other.toLowerCase() === selector;
	const override = Object.entries(equivalence.overrides ?? {}).find(([key]) => sameSelector(key))?.[1];
	if (override !== undefined) return canonicalId(override);
	if (equivalence.exclude?.some(sameSelector)) return selector;
	return canonicalId(model.id);
}
