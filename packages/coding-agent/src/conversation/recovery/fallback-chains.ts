import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model";

/** Which models stand in for which: `provider/id`, `provider/*`, a role or `default`, to selectors in order. */
export type FallbackChains = Readonly<Record<string, readonly string[]>>;

/** The selectors to try in place of a model; the most particular chain counts. */
export function chainFor(
	model: Pick<Model, "provider" | "id">,
	role: string,
	chains: FallbackChains,
): readonly string[] {
	const keys = [selectorOf(model), `${model.provider}/*`, role, "default"];
	const selectors = keys.flatMap((key) => (Object.hasOwn(chains, key) ? [chains[key] ?? []] : []))[0] ?? [];
	return selectors.map((selector) => withId(selector, model.id));
}

/** `provider/*` means the same model elsewhere. */
function withId(selector: string, id: string): string {
	return selector.replace(/\/\*(?=$|:)/, () => `/${id}`);
}

/** What is wrong with the chains, in words for the user; a chain with a problem is used as far as it goes. */
export function chainProblems(chains: Readonly<Record<string, unknown>>): string[] {
	return Object.entries(chains).flatMap(([key, selectors]) => {
		const where = `retry.fallbackChains.${key}`;
		if (!Array.isArray(selectors)) return [`${where}: must be a list of models`];
		return selectors.flatMap((selector) => {
			if (typeof selector !== "string" || selector.trim() === "") return [`${where}: must be a list of models`];
			return selector === key ? [`${where}: stands in for itself`] : [];
		});
	});
}

/** The chains that can be used. */
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
