import { withFallback } from "@oh-my-pi/pi-utils/ignore-failure";
import type { DiscoveredModel } from "./discovered-model.ts";
import { type DiscoveryPorts, getJson } from "./get-json.ts";
import { firstNumber, firstText, listedItems } from "./listed-items.ts";

const nativeLimitMs = 250;

/** The OpenAI-compatible list has only ids; LM Studio's own list, if available, has windows and vision. */
export async function discoverLmStudio(base: string, ports: DiscoveryPorts): Promise<DiscoveredModel[]> {
	const root = base.replace(/\/v1$/, "");
	const signal = AbortSignal.any([ports.signal, AbortSignal.timeout(nativeLimitMs)]);
	const [list, native] = await Promise.all([
		getJson(`${base}/models`, ports),
		withFallback(getJson(`${root}/api/v0/models`, { ...ports, signal }), [], "the OpenAI-style list is enough"),
	]);
	const described = new Map(listedItems(native).map((item) => [firstText(item, "id"), item]));
	return listedItems(list).flatMap((item) => {
		const id = firstText(item, "id");
		const facts = described.get(id) ?? {};
		if (!id || facts.type === "embeddings") return [];
		const contextWindow = firstNumber(facts, "loaded_context_length", "max_context_length");
		return {
			id,
			...(facts.type === "vlm" && { input: ["text", "image"] as const }),
			...(contextWindow && { contextWindow }),
		};
	});
}
