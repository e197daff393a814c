import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { fuzzyFilter } from "@oh-my-pi/pi-tui/widgets/fuzzy";

export interface ProviderModels {
	readonly id: string;
	readonly name: string;
	readonly models: readonly Model[];
	/** What is missing, when its models cannot be used now. */
	readonly whyNot?: string;
	/** A login is what is missing. */
	readonly hasLogin?: boolean;
}

/** What the left side offers to look at. */
export type ModelSource =
	| { readonly kind: "roles" }
	| { readonly kind: "all" }
	| { readonly kind: "provider"; readonly provider: ProviderModels };

/** Roles, all models, the providers that can be used, and then those that cannot yet. */
export function modelSources(providers: readonly ProviderModels[]): readonly ModelSource[] {
	const [usable, others] = [
		providers.filter(({ whyNot }) => whyNot === undefined),
		providers.filter(({ whyNot }) => whyNot !== undefined),
	];
	return [
		{ kind: "roles" },
		{ kind: "all" },
		...[...usable, ...others].map((provider): ModelSource => ({ kind: "provider", provider })),
	];
}

/** The models of a source that match a search; those of providers without credentials are not among all. */
export function modelsIn(source: ModelSource, providers: readonly ProviderModels[], query: string): readonly Model[] {
	const models =
		source.kind === "provider"
			? source.provider.models
			: providers.flatMap(({ models: listed, whyNot }) => (whyNot === undefined ? listed : []));
	return fuzzyFilter(query, models, (model) => `${selectorOf(model)} ${model.name}`);
}
