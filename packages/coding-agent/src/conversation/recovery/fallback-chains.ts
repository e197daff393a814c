import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";

/** Fallback models: `provider/id`, `provider/*`, a role or `default`, to selectors in order. */
export type FallbackChains = Readonly<Record<string, readonly string[]>>;

/** The fallback selectors of a model; the most specific chain counts. */
export function chainFor(
	model: Pick<Model, "provider" | "id">,
	role: string,
	chains: FallbackChains,
): readonly string[] {
	const keys = [selectorOf(model), `${model.provider}/*`, role, "default"];
	const selectors = keys.flatMap((key) => (Object.hasOwn(chains, key) ? [chains[key] ?? []] : []))[0] ?? [];
	return selectors.map((selector) => withId(selector, model.id));
}

/** `provider/*` means the same model id at that provider. */
function withId(selector: string, id: string): string {
	return selector.replace(/\/\*(?=$|:)/, () => `/${id}`);
}

/** Problems of the chains, for the user; valid parts of a chain are still used. */
export function chainProblems(chains: Readonly<Record<string, unknown>>): string[] {
	return Object.entries(chains).flatMap(([key, selectors]) => {
		const where = `retry.fallbackChains.${key}`;
		if (!Array.isArray(selectors)) return [`${where}: must be a list of models`];
		return selectors.flatMap((selector) => {
			if (typeof selector !== "string" || selector.trim() === "") return [`${where}: must be a list of models`];
			return selector === key ? [`${where}: falls back to itself`] : [];
		});
	});
}

/** The valid parts of the chains. */
export function usableChains(chains: Readonly<Record<string, unknown>>): FallbackChains {
	return Object.fromEntries(
		Object.entries(chains).map(([key, selectors]) => [
			key,
			Array.isArray(selectors)
				? selectors.filter((selector) => typeof selector === "string" && selector.trim() !== "" && selector !== key)
				: [],
		]),
	);
}
