import { ProviderError } from "../errors/provider-error.ts";
import type { Model } from "../model/model.ts";
import type { Reply } from "../reply/reply.ts";

/** Some hosts truncate a prompt that is too long without an error; the reported usage reveals it. */
export function checkSilentOverflow(reply: Reply, model: Pick<Model, "contextWindow">): void {
	const { input, cacheRead } = reply.message.usage;
	if (reply.stop?.reason !== "stop" || model.contextWindow <= 0 || input + cacheRead <= model.contextWindow) return;
	throw new ProviderError(
		"context-overflow",
		`The prompt of ${input + cacheRead} tokens exceeds the context window of ${model.contextWindow}`,
	);
}
