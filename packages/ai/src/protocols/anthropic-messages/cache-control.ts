import type { ModelCall } from "../../protocol/protocol.ts";
import type { CacheRetention } from "../../protocol/stream-options.ts";
import type { WireMessage } from "./messages.ts";

export type CacheControl = { type: "ephemeral"; ttl?: "1h" };

const retentions = new Set<string>(["short", "long", "none"]);

/** How long the provider should cache the prefix; the environment overrides it. */
export function resolveCacheRetention(call: ModelCall): CacheRetention {
	const override = call.env.PI_CACHE_RETENTION;
	if (override && retentions.has(override)) return override as CacheRetention;
	return call.options.cacheRetention ?? "short";
}

export function buildCacheControl(call: ModelCall): CacheControl | undefined {
	const retention = resolveCacheRetention(call);
	if (retention === "none") return undefined;
	return retention === "long" ? { type: "ephemeral", ttl: "1h" } : { type: "ephemeral" };
}

/** Marks the last user message and the assistant message before it, so that the next turn hits the cache. */
export function markCacheableMessages(messages: WireMessage[], cacheControl: CacheControl | undefined): void {
	if (!cacheControl) return;
	const userIndex = messages.findLastIndex((message) => message.role === "user");
	if (userIndex === -1) return;
	const assistantIndex = messages.findLastIndex((message, index) => index < userIndex && message.role === "assistant");
	for (const index of [userIndex, assistantIndex]) {
		const message = messages[index];
		if (!message) continue;
		const last = message.content.findLastIndex((candidate) => !candidate.type.endsWith("thinking"));
		const block = message.content[last];
		if (!block) continue;
		const marked = { ...block, cache_control: cacheControl };
		messages[index] = { role: message.role, content: message.content.with(last, marked) };
	}
}
