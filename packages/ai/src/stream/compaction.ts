import type { Api, AssistantMessage } from "../message.ts";
import type { Model } from "../model/model.ts";
import type { Protocol } from "../protocol/protocol.ts";
import { erase, type ProtocolLoaders } from "../protocols/protocols.ts";

/** For requests that make the provider compact a conversation. */
export const compactionProtocols: ProtocolLoaders = new Map<Api, () => Promise<Protocol>>([
	[
		"openai-compaction",
		async () => erase((await import("../protocols/openai-compaction/protocol.ts")).openaiCompaction),
	],
]);

const speaking: Readonly<Record<string, Api>> = {
	openai: "openai-responses",
	"openai-codex": "openai-codex-responses",
};

/** The model for a compaction request; `undefined` if its provider does not support it. */
export function compactingModel(model: Model): Model | undefined {
	return speaking[model.provider] === model.api ? { ...model, api: "openai-compaction" } : undefined;
}

/** The compacted conversation, to be sent back to the provider unchanged. */
export function compactedItems(reply: AssistantMessage): readonly unknown[] | undefined {
	return Array.isArray(reply.providerPayload) ? reply.providerPayload : undefined;
}
