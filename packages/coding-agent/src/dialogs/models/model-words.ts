import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import type { SymbolKey } from "@oh-my-pi/pi-tui/theme/symbols.data";
import { availableThinkingLevels } from "../../conversation/queries/thinking-levels.ts";

/** `200K`, `1M` */
export function tokenCount(count: number): string {
	if (count >= 1_000_000) return `${Number((count / 1_000_000).toFixed(2))}M`;
	return count >= 1000 ? `${Math.round(count / 1000)}K` : `${count}`;
}

/** `$3/$15` for a million tokens in and out. */
export function priceOf({ cost }: Model): string {
	return cost.input === 0 && cost.output === 0 ? "free" : `$${shortPrice(cost.input)}/$${shortPrice(cost.output)}`;
}

/** `82 t/s`; nothing for a model that was never measured. */
export function speedText(tokensPerSecond: number | undefined): string {
	if (tokensPerSecond === undefined) return "";
	return `${tokensPerSecond < 10 ? tokensPerSecond.toFixed(1) : Math.round(tokensPerSecond)} t/s`;
}

/** What a person wants to know before choosing it. */
export function modelFacts(model: Model, roles: readonly string[], speed?: number): string {
	const levels = availableThinkingLevels(model).filter((level) => level !== "off");
	return [
		model.name,
		`context ${tokenCount(model.contextWindow)}`,
		`output ${tokenCount(model.maxTokens)}`,
		priceOf(model),
		...(speed === undefined ? [] : [`${speedText(speed)} measured`]),
		levels.length > 0 ? `thinking ${levels.join(", ")}` : "no thinking",
		...(model.input.includes("image") ? ["images"] : []),
		...(roles.length > 0 ? [`roles ${roles.join(", ")}`] : []),
	].join(" · ");
}

export function levelSign(level: ThinkingLevel): SymbolKey {
	return `thinking.${level}`;
}

function shortPrice(dollars: number): string {
	return `${Number(dollars.toFixed(2))}`;
}
