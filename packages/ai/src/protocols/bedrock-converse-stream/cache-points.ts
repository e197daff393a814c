import type { Model } from "../../model/model.ts";
import type { ModelCall } from "../../protocol/protocol.ts";
import { resolveCacheRetention } from "../anthropic-messages/cache-control.ts";
import { isClaude } from "./model-fields.ts";
import type { WireBlock, WireMessage } from "./wire.ts";

/** The parts of a request that can be marked; the prompt order is tools, system, messages. */
export interface Cacheable {
	readonly tools: WireBlock[];
	readonly system: WireBlock[];
	readonly messages: readonly WireMessage[];
}

const charactersPerToken = 4;

/** Marks the ends of system, tools and the last user message, so that the next turn hits the cache. */
export function placeCachePoints(call: ModelCall, parts: Cacheable): void {
	const { compat } = call.model;
	if (!usesCachePoints(call)) return;
	const lastUser = parts.messages.findLast((message) => message.role === "user");
	const before = { tools: parts.tools, system: [parts.tools, parts.system], user: parts };
	const marks: Array<{ list: WireBlock[]; prefix: unknown }> = [];
	// In order of importance: a later mark covers what an earlier one would.
	if (lastUser) marks.push({ list: lastUser.content, prefix: before.user });
	if (parts.system.length > 0) marks.push({ list: parts.system, prefix: before.system });
	if (parts.tools.length > 0 && takesToolPoints(call)) marks.push({ list: parts.tools, prefix: before.tools });

	const minimum = compat?.promptCacheMinimumTokens ?? 0;
	const worthIt = marks.filter(({ prefix }) => estimatedTokens(prefix) >= minimum);
	const point = cachePoint(call);
	for (const { list } of worthIt.slice(0, compat?.promptCacheMaximumCheckpoints ?? 4)) list.push({ cachePoint: point });
}

function usesCachePoints(call: ModelCall): boolean {
	if (resolveCacheRetention(call) === "none") return false;
	const mode = call.model.compat?.promptCacheMode;
	return mode ? mode === "explicit" : knowsCachePoints(call.model);
}

/** Claude since 3.5 Haiku and 3.5 Sonnet v2. */
function knowsCachePoints(model: Model): boolean {
	const tooOld = /claude-(v\d|instant|3-(opus|sonnet|haiku)|3-5-sonnet-20240620)/i;
	return isClaude(model) && !tooOld.test(model.id);
}

/** AWS's own hosts; others often accept nothing but tools in the list. */
function takesToolPoints({ model, env }: ModelCall): boolean {
	const base = model.baseUrl || env.AWS_ENDPOINT_URL_BEDROCK_RUNTIME || "";
	return base === "" || /\.amazonaws\.com(\.cn)?(\/|$)/.test(base);
}

function cachePoint(call: ModelCall): WireBlock {
	const long = resolveCacheRetention(call) === "long" && call.model.compat?.supportsLongPromptCacheRetention === true;
	return { type: "default", ...(long && { ttl: "1h" }) };
}

function estimatedTokens(prefix: unknown): number {
	return JSON.stringify(prefix).length / charactersPerToken;
}
