import type { StatusSegment } from "../segment.ts";

export const contextSegment: StatusSegment = {
	name: "context_pct",
	render({ contextTokens, contextWindow }, theme) {
		if (!contextWindow) return undefined;
		const percent = (contextTokens / contextWindow) * 100;
		const text = `${theme.symbol("icon.context")} ${percent.toFixed(1)}%/${thousands(contextWindow)}`;
		if (percent >= 90) return theme.error(text);
		return percent >= 70 ? theme.warning(text) : theme.statusLineContext(text);
	},
};

function thousands(count: number): string {
	return count >= 1_000_000 ? `${count / 1_000_000}M` : `${Math.round(count / 1000)}K`;
}
