import { withFallback } from "@oh-my-pi/pi-utils/ignore-failure";
import type { Env } from "../../provider.ts";
import { isRecord } from "../config-checks.ts";
import type { DiscoveredModel } from "./discovered-model.ts";
import { type DiscoveryPorts, getJson } from "./get-json.ts";
import { firstText, listedItems } from "./listed-items.ts";

const defaultContext = 128_000;
const defaultOutput = 8192;

/** Ollama lists its models and describes each on request. */
export async function discoverOllama(base: string, ports: DiscoveryPorts, env: Env): Promise<DiscoveredModel[]> {
	const root = base.replace(/\/v1$/, "");
	const names = listedItems(await getJson(`${root}/api/tags`, ports)).flatMap(
		(item) => firstText(item, "model", "name") ?? [],
	);
	return Promise.all(
		names.map(async (id) => ({ id, baseUrl: `${root}/v1`, ...(await describeModel(id, root, ports, env)) })),
	);
}

async function describeModel(id: string, root: string, ports: DiscoveryPorts, env: Env) {
	const asked = getJson(`${root}/api/show`, ports, { model: id });
	const shown = await withFallback(asked, {}, "a model without a description gets the defaults");
	const facts = isRecord(shown) ? shown : {};
	const capabilities = Array.isArray(facts.capabilities) ? facts.capabilities : [];
	const contextWindow = Number(env.OLLAMA_CONTEXT_LENGTH) || contextOf(facts.model_info) || defaultContext;
	return {
		reasoning: capabilities.includes("thinking"),
		input: capabilities.includes("vision") ? (["text", "image"] as const) : (["text"] as const),
		...(capabilities.length > 0 && !capabilities.includes("tools") && { supportsTools: false }),
		contextWindow,
		maxTokens: Math.min(defaultOutput, contextWindow),
	};
}

function contextOf(info: unknown): number | undefined {
	if (!isRecord(info)) return undefined;
	for (const ending of [".context_length", ".num_ctx", ".context_window"]) {
		const entry = Object.entries(info).find(([key]) => key.endsWith(ending));
		if (typeof entry?.[1] === "number" && entry[1] > 0) return entry[1];
	}
	return undefined;
}
