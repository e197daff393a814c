import type { Api, AssistantMessage } from "./message.ts";
import type { Model } from "./model.ts";
import type { Protocol } from "./protocol.ts";
import { erase, type ProtocolLoaders } from "./protocols.ts";

/** For requests that want a conversation made smaller by its provider, and no answer. */
export const compactionProtocols: ProtocolLoaders = new Map<Api, () => Promise<Protocol>>([
	[
		"openai-compaction",
		async () => erase((await import("./protocols/openai-compaction/protocol.ts")).openaiCompaction),
	],
]);

const speaking: Readonly<Record<string, Api>> = {
	openai: "openai-responses",
	"openai-codex": "openai-codex-responses",
};

/** The model as it is asked for a compaction; `undefined` where its provider makes none. */
export function compactingModel(model: Model): Model | undefined {
	return speaking[model.provider] === model.api ? { ...model, api: "openai-compaction" } : undefined;
}

/** What stands for the conversation from now on, to be given back to the provider as it is. */
export function compactedItems(reply: AssistantMessage): readonly unknown[] | undefined {
	return Array.isArray(reply.providerPayload) ? reply.providerPayload : undefined;
}
