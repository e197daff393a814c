import { nameFromId } from "../../packages/ai/src/catalog/name-from-id.ts";
import { type RowExtra, rowFlags, type ShardRow } from "../../packages/ai/src/catalog/shard.ts";
import { type Facts, type FactTable, mergeFacts } from "./facts.ts";
import type { PriceBook } from "./read-prices.ts";
import type { ListedProvider } from "./read-providers.ts";
import { type AddedModel, corrections, familyLimits, notLanguage, type ProviderRule } from "./rules.ts";

export interface CatalogSources {
	readonly providers: ReadonlyMap<string, ListedProvider>;
	readonly prices: PriceBook;
	readonly table: FactTable;
}

type Rules = Readonly<Record<string, ProviderRule>>;

/** The rows of one provider, in the order of their ids. */
export function buildRows(rules: Rules, provider: string, sources: CatalogSources): ShardRow[] {
	const rule = rules[provider];
	if (!rule) throw new Error(`No rule for ${provider}`);
	const listed = rule.listed === undefined ? undefined : sources.providers.get(rule.listed);
	if (rule.listed !== undefined && !listed) throw new Error(`The registry has no provider ${rule.listed}`);
	const added = new Map((rule.add ?? []).map((model) => [idOf(model), typeof model === "string" ? {} : model]));
	const ids = new Set([...listIds(rules, provider, sources), ...added.keys()]);
	return [...ids].sort().flatMap((id) => {
		const { is, id: _, ...own } = (added.get(id) ?? {}) as Facts & { is?: string; id?: string };
		const model = rule.is?.[id] ?? is ?? id;
		const book = rule.prices ? sources.prices.find(rule.prices, id) : undefined;
		const { name, ...known } = sources.table.find(model);
		if (rule.knownOnly && !added.has(id) && known.contextWindow === undefined) return [];
		const facts = mergeFacts(
			own,
			...corrections.filter(([pattern]) => pattern.test(model)).map(([, correction]) => correction),
			book && { cost: book.cost },
			listed && { images: listed.images.has(id) || undefined },
			{ ...known, name: model === id ? (name ?? book?.name) : undefined },
			sources.table.findNear(model),
			book,
			...familyLimits.filter(([pattern]) => pattern.test(model.toLowerCase())).map(([, limits]) => limits),
		);
		if (facts.tools === false && !added.has(id)) return [];
		const extra = rule.extra?.(id, listed?.clientOf(id)) ?? {};
		const shown = rule.shownAs?.(id) ?? id;
		return [toRow(shown, facts, rule, shown === id ? extra : { ...extra, compat: { extraBody: { model: id } } })];
	});
}

function idOf(model: AddedModel): string {
	return typeof model === "string" ? model : model.id;
}

function listIds(rules: Rules, provider: string, sources: CatalogSources): string[] {
	const rule = rules[provider];
	if (!rule) return [];
	const listed = rule.listed === undefined ? undefined : sources.providers.get(rule.listed);
	const ids = [
		...(listed?.models ?? []).filter((id) => !listed?.deprecated.has(id)),
		...(rule.like ?? []).flatMap((other) => listIds(rules, other, sources)),
	];
	return ids.filter((id) => !notLanguage.test(id) && (rule.only?.test(id) ?? true) && !rule.not?.test(id));
}

const reasons =
	/thinking|reason|gpt-oss|gpt-[5-9]|(^|\/)o\d|glm-[5-9]|glm-4[.-][5-9]|kimi-k[2-9]|k3|deepseek-(v[3-9]|r)|minimax-m|mimo|grok-[4-9]|qwen-?3|nemotron|magistral|claude-(opus|sonnet|fable|haiku)|gemini-[2-9]/i;
const doesNotReason = /non-reasoning|instruct|coder|chat-latest|claude-3-(opus|sonnet|haiku)/i;

function toRow(id: string, facts: Facts, rule: ProviderRule, extra: RowExtra): ShardRow {
	const limit = rule.maxContextWindow?.(id) ?? Number.POSITIVE_INFINITY;
	const contextWindow = Math.min(facts.contextWindow ?? 128_000, limit);
	const reasoning = facts.reasoning ?? (reasons.test(id) && !doesNotReason.test(id));
	const flags = (reasoning ? rowFlags.reasoning : 0) | (facts.images ? rowFlags.images : 0);
	const free = rule.plan || /:free$|-free$/.test(id);
	const cost = free || !facts.cost ? { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 } : facts.cost;
	const tiers = "tiers" in cost ? cost.tiers?.filter((tier) => tier.inputTokensAbove < contextWindow) : undefined;
	const more: RowExtra = { ...extra, ...(tiers && tiers.length > 0 && { tiers }) };
	const name = facts.name && facts.name !== nameFromId(id) ? facts.name : 0;
	const maxTokens = maxTokensOf(facts.maxTokens, contextWindow);
	const { input, output, cacheRead, cacheWrite } = cost;
	const prices = [rounded(input), rounded(output), rounded(cacheRead), rounded(cacheWrite)] as const;
	return Object.keys(more).length > 0
		? [id, name, contextWindow, maxTokens, flags, ...prices, more]
		: [id, name, contextWindow, maxTokens, flags, ...prices];
}

/** Some sources give the context window as output limit, which no host accepts together with a prompt. */
function maxTokensOf(maxTokens: number | undefined, contextWindow: number): number {
	return Math.floor(Math.min(maxTokens ?? 16_384, contextWindow / 2));
}

function rounded(price: number): number {
	return Math.max(0, Math.round(price * 1e6) / 1e6);
}
