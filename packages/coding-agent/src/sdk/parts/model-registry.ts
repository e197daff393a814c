import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { ModelRegistry as LoadedRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import type { AuthStorage } from "./auth-storage.ts";

/** All built-in, configured and discovered models, with the credentials of a storage. */
export class ModelRegistry {
	readonly authStorage: AuthStorage;
	readonly #cwd: string | undefined;
	#loading: Promise<LoadedRegistry> | undefined;
	#registry: LoadedRegistry | undefined;
	#models: readonly Model[] = [];

	/** Nothing is read before `load` or `refresh`. */
	constructor(authStorage: AuthStorage, options: { readonly cwd?: string | undefined } = {}) {
		this.authStorage = authStorage;
		this.#cwd = options.cwd;
	}

	/** Reads the configuration. */
	async open(): Promise<LoadedRegistry> {
		this.#loading ??= this.authStorage.loadRegistry({ cwd: this.#cwd });
		this.#registry = await this.#loading;
		return this.#registry;
	}

	/** Reads configuration and lists of models, for the calls that do not wait. No network. */
	async load(): Promise<void> {
		this.#models = await (await this.open()).all();
	}

	/** Asks providers for their lists of models; those of the last day are kept unless `force` is set. */
	async refresh(options: { readonly provider?: string; readonly force?: boolean } = {}): Promise<void> {
		await (await this.open()).refresh(options);
		await this.load();
	}

	async all(): Promise<Model[]> {
		return (await this.open()).all();
	}

	/** Those with a key or login. */
	async available(): Promise<Model[]> {
		return (await this.open()).listed();
	}

	/** As far as they were read; see `load`. */
	getAll(): Model[] {
		return [...this.#models];
	}

	/** Those of them with a key or login. */
	getAvailable(): Model[] {
		return this.#models.filter((model) => this.hasConfiguredAuth(model));
	}

	find(provider: string, modelId: string): Model | undefined {
		return this.#models.find((model) => model.provider === provider && model.id === modelId);
	}

	hasConfiguredAuth({ provider }: Pick<Model, "provider">): boolean {
		return this.#registry?.isUsable(provider) ?? false;
	}

	async getApiKey({ provider }: Pick<Model, "provider">): Promise<string | undefined> {
		return (await (await this.open()).findCredential(provider))?.key || undefined;
	}

	/** Problems of the configuration. */
	getError(): string | undefined {
		return this.#registry?.problems.join("\n") || undefined;
	}
}

/** A registry that is loaded. */
export async function discoverModels(
	authStorage: AuthStorage,
	options: { readonly cwd?: string } = {},
): Promise<ModelRegistry> {
	const registry = new ModelRegistry(authStorage, options);
	await registry.load();
	return registry;
}
