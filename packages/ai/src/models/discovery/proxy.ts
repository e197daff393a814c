import type { Api } from "../../message.ts";
import type { DiscoveredModel } from "./discovered-model.ts";
import { type DiscoveryPorts, getJson } from "./get-json.ts";
import { firstNumber, firstText, listedItems } from "./listed-items.ts";

/** A proxy for several vendors reports the supported protocols of each model. */
export async function discoverProxy(
	base: string,
	ports: DiscoveryPorts,
	providerApi: Api | undefined,
): Promise<DiscoveredModel[]> {
	const root = base.replace(/\/v1$/, "");
	return listedItems(await getJson(`${root}/v1/models`, ports)).flatMap((item) => {
		const id = firstText(item, "id");
		const api = detectApi(item.supported_endpoint_types) ?? providerApi;
		if (!id || !api) return [];
		const contextWindow = firstNumber(item, "context_length", "max_model_len");
		const baseUrl = api === "anthropic-messages" ? root : `${root}/v1`;
		return { id, api, baseUrl, ...(contextWindow && { contextWindow }) };
	});
}

function detectApi(types: unknown): Api | undefined {
	if (!Array.isArray(types)) return undefined;
	if (types.includes("anthropic")) return "anthropic-messages";
	return types.includes("openai") ? "openai-completions" : undefined;
}
