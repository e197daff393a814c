import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { folderOf } from "./sources.ts";

/** One provider of the registry inside `@mastra/core`. */
export interface ListedProvider {
	readonly models: readonly string[];
	readonly deprecated: ReadonlySet<string>;
	readonly images: ReadonlySet<string>;
	/** The client library of each model, which implies its protocol. */
	readonly clientOf: (id: string) => string | undefined;
}

export async function readProviders(folder: string): Promise<ReadonlyMap<string, ListedProvider>> {
	const dist = join(folderOf(folder, "@mastra/core"), "dist");
	const registry = (await Bun.file(join(dist, "provider-registry.json")).json()) as Registry;
	const withCapabilities = new Set(await readdir(join(dist, "capabilities")));
	const listed = new Map<string, ListedProvider>();
	for (const [id, provider] of Object.entries(registry.providers)) {
		const file = `${id.replace(/[^\w.-]/g, "_")}.json`;
		const capabilities = withCapabilities.has(file)
			? ((await Bun.file(join(dist, "capabilities", file)).json()) as { attachment?: string[] })
			: {};
		listed.set(id, {
			models: provider.models,
			deprecated: new Set(provider.deprecatedModels ?? []),
			images: new Set(capabilities.attachment ?? []),
			clientOf: (model) => provider.modelOverrides?.[model]?.npm ?? provider.npm,
		});
	}
	return listed;
}

interface Registry {
	providers: Record<
		string,
		{
			models: string[];
			deprecatedModels?: string[];
			npm?: string;
			modelOverrides?: Record<string, { npm?: string }>;
		}
	>;
}
