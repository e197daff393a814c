import type { DiscoveredModel } from "./discovered-model.ts";
import { type DiscoveryPorts, getJson } from "./get-json.ts";
import { firstNumber, firstText, listedItems } from "./listed-items.ts";

const notForChat = /embed|whisper|tts|dall-e|moderation|rerank|image|audio|realtime|transcri|guard|ocr/i;

export async function discoverOpenaiList(base: string, ports: DiscoveryPorts): Promise<DiscoveredModel[]> {
	return listedItems(await getJson(`${base}/models`, ports)).flatMap((item) => {
		const id = firstText(item, "id");
		if (!id || notForChat.test(id)) return [];
		const contextWindow = firstNumber(item, "max_model_len", "context_length", "context_window");
		return { id, ...(contextWindow && { contextWindow }) };
	});
}
