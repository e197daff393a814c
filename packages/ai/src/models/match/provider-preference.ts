/** How to choose between providers of the same model. */
export interface ProviderPreference {
	/** The active provider. */
	readonly current?: string | undefined;
	/** The user's `modelProviderOrder`. */
	readonly order?: readonly string[] | undefined;
	/** All providers, in order of preference. */
	readonly builtIn: readonly string[];
	readonly isUsable: (provider: string) => boolean;
}

/** Usable ones first, then the active one, then the user's order, then ours. */
export function compareProviders(preference: ProviderPreference): (a: string, b: string) => number {
	const { current, order = [], builtIn, isUsable } = preference;
	const rank = (list: readonly string[], provider: string) => {
		const index = list.indexOf(provider);
		return index === -1 ? list.length : index;
	};
	return (a, b) =>
		Number(isUsable(b)) - Number(isUsable(a)) ||
		Number(b === current) - Number(a === current) ||
		rank(order, a) - rank(order, b) ||
		rank(builtIn, a) - rank(builtIn, b);
}
