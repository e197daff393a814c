import { bundledModels } from "@oh-my-pi/pi-ai/catalog/read-shard";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { buildModels } from "@oh-my-pi/pi-ai/models/registry/build-models";
import { builtInProviders } from "@oh-my-pi/pi-ai/providers/lists/providers";

/** Names of `@oh-my-pi/pi-ai` that do not wait for the catalog of models; so all of it is read before. */
export async function aiCatalog() {
	const lists = builtInProviders.map(async (provider) => {
		const bundled = await bundledModels(provider);
		return [provider.id, buildModels({ providerId: provider.id, provider, bundled, known: () => undefined })] as const;
	});
	const models = new Map((await Promise.all(lists)).filter(([, list]) => list.length > 0));
	return {
		getProviders: (): string[] => [...models.keys()],
		getModels: (provider: string): Model[] => [...(models.get(provider) ?? [])],
		getModel: (provider: string, id: string): Model | undefined =>
			models.get(provider)?.find((model) => model.id === id),
	};
}
