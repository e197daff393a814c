import { withFallback } from "@oh-my-pi/pi-utils/ignore-failure";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { DiscoveredModel } from "./discovered-model.ts";
import { type DiscoveryPorts, getJson } from "./get-json.ts";
import { firstNumber, firstText, listedItems } from "./listed-items.ts";
import { discoverOpenaiList } from "./openai-list.ts";

const places = ["/model_group/info", "/v2/model/info", "/model/info", "/v1/model/info"];

/** Depending on version and permissions, LiteLLM describes its models in one of several places. */
export async function discoverLitellm(base: string, ports: DiscoveryPorts): Promise<DiscoveredModel[]> {
	const root = base.replace(/\/v1$/, "");
	for (const place of places) {
		const listed = await withFallback(getJson(`${root}${place}`, ports), [], "the next place may have the list");
		const items = listedItems(listed);
		const models = items.flatMap(describeItem);
		if (models.length > 0) return [...new Map(models.map((model) => [model.id, model])).values()];
	}
	return discoverOpenaiList(base, ports);
}

function describeItem(item: Record<string, unknown>): DiscoveredModel[] {
	const id = firstText(item, "model_group", "model_name");
	const facts = { ...item, ...(isRecord(item.model_info) ? item.model_info : {}) };
	const mode = firstText(facts, "mode");
	if (!id || (mode !== undefined && mode !== "chat" && mode !== "responses")) return [];
	const contextWindow = firstNumber(facts, "max_input_tokens", "max_tokens");
	const maxTokens = firstNumber(facts, "max_output_tokens");
	const price = (key: string) => {
		const perToken = facts[key];
		return typeof perToken === "number" ? perToken * 1_000_000 : undefined;
	};
	const input = price("input_cost_per_token");
	const output = price("output_cost_per_token");
	return [
		{
			id,
			...(contextWindow && { contextWindow }),
			...(maxTokens && { maxTokens }),
			...(typeof facts.supports_reasoning === "boolean" && { reasoning: facts.supports_reasoning }),
			...(facts.supports_vision === true && { input: ["text", "image"] as const }),
			...(facts.supports_function_calling === false && { supportsTools: false }),
			...(input !== undefined &&
				output !== undefined && {
					cost: {
						input,
						output,
						cacheRead: price("cache_read_input_token_cost") ?? input,
						cacheWrite: price("cache_creation_input_token_cost") ?? input,
					},
				}),
		},
	];
}
