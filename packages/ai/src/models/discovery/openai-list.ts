import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { DiscoveredModel } from "./discovered-model.ts";
import { type DiscoveryPorts, getJson } from "./get-json.ts";
import { firstNumber, firstText, listedItems } from "./listed-items.ts";

const notForChat = /embed|whisper|tts|dall-e|moderation|rerank|image|audio|realtime|transcri|guard|ocr/i;

export async function discoverOpenaiList(base: string, ports: DiscoveryPorts): Promise<DiscoveredModel[]> {
	return listedItems(await getJson(`${base}/models`, ports)).flatMap((item) => {
		const id = firstText(item, "id");
		if (!id || notForChat.test(id)) return [];
		const contextWindow = firstNumber(item, "max_model_len", "context_length", "context_window");
		return { id, ...(contextWindow && { contextWindow }), ...(isRecord(item.omp) && readOwnFields(item.omp)) };
	});
}

/** What the gateway of another omp says of its models. */
function readOwnFields({ name, reasoning, input, maxTokens }: Record<string, unknown>): Partial<DiscoveredModel> {
	return {
		...(typeof name === "string" && name !== "" && { name }),
		...(typeof reasoning === "boolean" && { reasoning }),
		...(typeof maxTokens === "number" && maxTokens > 0 && { maxTokens }),
		...(Array.isArray(input) && input.includes("image") && { input: ["text", "image"] as const }),
	};
}
