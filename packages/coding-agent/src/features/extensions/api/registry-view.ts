import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";

/** A key with what else a request needs, or why there is none. */
export type RequestAuth =
	| { readonly ok: true; readonly apiKey?: string; readonly headers?: Readonly<Record<string, string>> }
	| { readonly ok: false; readonly error: string };

/** The registry with the calls that published extensions know, which do not wait. */
export interface RegistryView extends ModelRegistry {
	find(provider: string, modelId: string): Model | undefined;
	getAll(): Model[];
	/** Those with a key or login. */
	getAvailable(): Model[];
	hasConfiguredAuth(model: Pick<Model, "provider">): boolean;
	isUsingOAuth(model: Pick<Model, "provider">): boolean;
	getApiKey(model: Pick<Model, "provider">): Promise<string | undefined>;
	getApiKeyForProvider(provider: string): Promise<string | undefined>;
	getApiKeyAndHeaders(model: Model): Promise<RequestAuth>;
	/** Problems of the configuration. */
	getError(): string | undefined;
}

interface Known {
	readonly view: RegistryView;
	models: readonly Model[];
}

const views = new WeakMap<ModelRegistry, Known>();

export function registryView(registry: ModelRegistry): RegistryView {
	return findOrCreateKnown(registry).view;
}

/** Reads all models, so that calls that do not wait find them. */
export async function readModels(registry: ModelRegistry): Promise<void> {
	const known = findOrCreateKnown(registry);
	known.models = await registry.all();
}

function findOrCreateKnown(registry: ModelRegistry): Known {
	const before = views.get(registry);
	if (before) return before;
	const known: Known = { view: createView(registry, () => known.models), models: [] };
	views.set(registry, known);
	return known;
}

function createView(registry: ModelRegistry, models: () => readonly Model[]): RegistryView {
	/** What was read is given now; what is different by then is there the next time. */
	const all = () => {
		void readModels(registry).catch(() => {});
		return models();
	};
	const keyOf = async (provider: string) => (await registry.findCredential(provider))?.key || undefined;
	const calls: Omit<RegistryView, keyof ModelRegistry> = {
		find: (provider, modelId) => all().find((model) => model.provider === provider && model.id === modelId),
		getAll: () => [...all()],
		getAvailable: () => all().filter(({ provider }) => registry.isUsable(provider)),
		hasConfiguredAuth: ({ provider }) => registry.isUsable(provider),
		isUsingOAuth: ({ provider }) => registry.credentials.describeSource(provider)?.startsWith("login ") ?? false,
		getApiKey: ({ provider }) => keyOf(provider),
		getApiKeyForProvider: keyOf,
		async getApiKeyAndHeaders(model) {
			if (!registry.isUsable(model.provider)) return { ok: false, error: registry.credentialHint(model.provider) };
			const [apiKey, { headers }] = await Promise.all([keyOf(model.provider), registry.ready(model)]);
			return { ok: true, ...(apiKey !== undefined && { apiKey }), ...(headers && { headers }) };
		},
		getError: () => registry.problems.join("\n") || undefined,
	};
	return new Proxy(registry, {
		get(target, key) {
			const member: unknown = Reflect.get(calls, key) ?? Reflect.get(target, key);
			return typeof member === "function" ? member.bind(target) : member;
		},
		has: (target, key) => key in calls || key in target,
	}) as RegistryView;
}
