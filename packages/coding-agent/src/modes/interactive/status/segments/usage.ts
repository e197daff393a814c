import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import type { SymbolKey } from "@oh-my-pi/pi-tui/theme/symbols.data";
import { shortNumber } from "@oh-my-pi/pi-utils/text/short-number";
import type { StatusFacts, StatusSegment } from "./segment.ts";

const counter = (name: string, symbol: SymbolKey, count: (used: StatusFacts["used"]) => number): StatusSegment => ({
	name,
	render({ used }, { theme }) {
		const tokens = count(used);
		return tokens === 0 ? undefined : theme.statusLineOutput(`${theme.symbol(symbol)} ${shortNumber(tokens)}`);
	},
});

/** What was sent and is not in the provider's cache, and what came back. */
export const tokenInSegment = counter("token_in", "icon.tokensIn", ({ input }) => input);
export const tokenOutSegment = counter("token_out", "icon.tokensOut", ({ output }) => output);
export const tokenTotalSegment = counter(
	"token_total",
	"icon.tokens",
	({ input, output, cacheRead, cacheWrite }) => input + output + cacheRead + cacheWrite,
);
export const cacheReadSegment = counter("cache_read", "icon.cache", ({ cacheRead }) => cacheRead);
export const cacheWriteSegment = counter("cache_write", "icon.cache", ({ cacheWrite }) => cacheWrite);

export const tokenRateSegment: StatusSegment = {
	name: "token_rate",
	render: ({ tokensPerSecond }, { theme }) =>
		tokensPerSecond === undefined
			? undefined
			: theme.statusLineOutput(`${theme.symbol("icon.rate")} ${tokensPerSecond.toFixed(1)} tok/s`),
};

/** How much of what was sent the provider still knew. */
export const cacheHitSegment: StatusSegment = {
	name: "cache_hit",
	render({ used }, { theme }) {
		const sent = used.input + used.cacheRead + used.cacheWrite;
		if (sent === 0) return undefined;
		return theme.statusLineOutput(`${theme.symbol("icon.cache")} ${Math.round((used.cacheRead / sent) * 100)}%`);
	},
};

export const costSegment: StatusSegment = {
	name: "cost",
	render({ used: { costUsd }, capUsd }, { theme }) {
		if (capUsd === undefined) return costUsd > 0 ? theme.statusLineCost(`$${costUsd.toFixed(2)}`) : undefined;
		const text = `$${costUsd.toFixed(2)}/$${capUsd.toFixed(2)}`;
		return costUsd >= capUsd * 0.9 ? theme.error(text) : theme.statusLineCost(text);
	},
};

/** How much of the provider's quota is used. */
export const quotaSegment: StatusSegment = {
	name: "usage",
	render({ quotaPercent }, { theme }) {
		if (quotaPercent === undefined) return undefined;
		const text = `quota ${Math.round(quotaPercent)}%`;
		return quotaPercent >= 90 ? theme.error(text) : theme.muted(text);
	},
};

/** What extensions have to say. */
export const statusesSegment: StatusSegment = {
	name: "status",
	side: "right",
	render: ({ statuses }, { theme }) =>
		statuses.length === 0 ? undefined : theme.muted(statuses.map(plainText).join(` ${theme.symbol("text.dot")} `)),
};
