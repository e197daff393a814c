import { ProviderError } from "../errors/provider-error.ts";
import type { Api } from "../message.ts";
import type { Model } from "../model/model.ts";
import type { Protocol } from "../protocol/protocol.ts";

/** Loaders of the protocols' code, called on the first request. */
export type ProtocolLoaders = ReadonlyMap<Api, () => Promise<Protocol>>;

/** Erases a protocol's state type, which only the protocol itself needs. */
export const erase = (protocol: unknown) => protocol as Protocol;

export const builtInProtocols: ProtocolLoaders = new Map<Api, () => Promise<Protocol>>([
	["anthropic-messages", async () => erase((await import("./anthropic-messages/protocol.ts")).anthropicMessages)],
	["openai-completions", async () => erase((await import("./openai-completions/protocol.ts")).openaiCompletions)],
	["openai-responses", async () => erase((await import("./openai-responses/protocol.ts")).openaiResponses)],
	[
		"azure-openai-responses",
		async () => erase((await import("./azure-openai-responses/protocol.ts")).azureOpenaiResponses),
	],
	[
		"openai-codex-responses",
		async () => erase((await import("./openai-codex-responses/protocol.ts")).openaiCodexResponses),
	],
	["google-generative-ai", async () => erase((await import("./google-generative-ai/protocol.ts")).googleGenerativeAi)],
	["google-vertex", async () => erase((await import("./google-vertex/protocol.ts")).googleVertex)],
	["google-gemini-cli", async () => erase((await import("./google-gemini-cli/protocol.ts")).googleGeminiCli)],
	[
		"bedrock-converse-stream",
		async () => erase((await import("./bedrock-converse-stream/protocol.ts")).bedrockConverseStream),
	],
	["pi-native", async () => erase((await import("./pi-native/protocol.ts")).piNative)],
	["ollama-chat", async () => erase((await import("./ollama-chat/protocol.ts")).ollamaChat)],
]);

export async function loadProtocol(loaders: ProtocolLoaders, model: Model): Promise<Protocol> {
	const load = loaders.get(model.transport ?? model.api);
	const protocol: Protocol | undefined = await load?.();
	if (protocol) return protocol;
	if (load) throw new ProviderError("config", `The protocol "${model.api}" is missing from this build of omp`);
	const known = [...loaders.keys()].join(", ");
	throw new ProviderError("config", `No protocol "${model.api}" for ${model.provider}/${model.id}. Known: ${known}`);
}
