import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";

const freshMs = 5000;

/** The models that can be asked, by `provider/id` and by id. */
export class GatewayModels {
	readonly #registry: ModelRegistry;
	readonly #now: () => number;
	#known: { readonly revision: number; readonly at: number; readonly index: Promise<ModelIndex> } | undefined;

	constructor(registry: ModelRegistry, now: () => number) {
		this.#registry = registry;
		this.#now = now;
	}

	async list(): Promise<readonly Model[]> {
		return (await this.#index()).models;
	}

	/** `provider/id`, or an id: then the first model that has it. */
	async find(id: string): Promise<Model | undefined> {
		const { bySelector, byId } = await this.#index();
		const wanted = id.toLowerCase();
		return bySelector.get(wanted) ?? byId.get(wanted);
	}

	#index(): Promise<ModelIndex> {
		const revision = this.#registry.store.accounts?.revision() ?? 0;
		const now = this.#now();
		const { revision: knownRevision, at = 0 } = this.#known ?? {};
		if (!this.#known || knownRevision !== revision || Math.abs(now - at) > freshMs) {
			this.#known = { revision, at: now, index: buildIndex(this.#registry) };
		}
		return this.#known.index;
	}
}

interface ModelIndex {
	readonly models: readonly Model[];
	readonly bySelector: ReadonlyMap<string, Model>;
	readonly byId: ReadonlyMap<string, Model>;
}

async function buildIndex(registry: ModelRegistry): Promise<ModelIndex> {
	await registry.askForLists();
	const models = (await registry.available()).filter(({ api }) => api !== "offline");
	const bySelector = new Map(models.map((model) => [selectorOf(model).toLowerCase(), model]));
	const byId = new Map<string, Model>();
	for (const model of models) if (!byId.has(model.id.toLowerCase())) byId.set(model.id.toLowerCase(), model);
	return { models, bySelector, byId };
}
