import { shortNumber } from "@oh-my-pi/pi-utils/text/short-number";
import type { StatusSegment } from "./segment.ts";

const warnPercent = 70;
const errorPercent = 90;

export const contextSegment: StatusSegment = {
	name: "context_pct",
	render({ contextTokens, contextWindow }, { theme }) {
		const icon = theme.symbol("icon.context");
		if (!contextWindow) {
			return contextTokens === 0 ? undefined : theme.statusLineContext(`${icon} ${shortNumber(contextTokens)}/?`);
		}
		const percent = (contextTokens / contextWindow) * 100;
		const text = `${icon} ${percent.toFixed(1)}%/${shortNumber(contextWindow)}`;
		if (percent >= errorPercent) return theme.error(text);
		return percent >= warnPercent ? theme.warning(text) : theme.statusLineContext(text);
	},
};

export const contextTotalSegment: StatusSegment = {
	name: "context_total",
	render: ({ contextWindow }, { theme }) =>
		contextWindow
			? theme.statusLineContext(`${theme.symbol("icon.context")} ${shortNumber(contextWindow)}`)
			: undefined,
};
