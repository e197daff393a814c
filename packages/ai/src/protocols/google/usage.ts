import type { Reply } from "../../reply.ts";
import type { WireUsage } from "./wire.ts";

export function takeUsage(reply: Reply, usage: WireUsage | undefined): void {
	if (!usage) return;
	const cacheRead = usage.cachedContentTokenCount ?? 0;
	const thoughts = usage.thoughtsTokenCount ?? 0;
	reply.setUsage({
		input: Math.max(0, (usage.promptTokenCount ?? 0) - cacheRead),
		output: (usage.candidatesTokenCount ?? 0) + thoughts,
		cacheRead,
		...(thoughts > 0 && { reasoningTokens: thoughts }),
	});
	const tier = `${usage.serviceTier ?? ""} ${usage.trafficType ?? ""}`.toLowerCase();
	if (tier.includes("priority")) reply.priceFactor = 2;
	else if (tier.includes("flex")) reply.priceFactor = 0.5;
}
