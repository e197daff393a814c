import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { StatusSegment } from "../segment.ts";

const levels = {
	off: { symbol: "thinking.off", name: "off" },
	auto: { symbol: "thinking.auto", name: "auto" },
	minimal: { symbol: "thinking.minimal", name: "min" },
	low: { symbol: "thinking.low", name: "low" },
	medium: { symbol: "thinking.medium", name: "med" },
	high: { symbol: "thinking.high", name: "high" },
	xhigh: { symbol: "thinking.xhigh", name: "xhigh" },
	max: { symbol: "thinking.max", name: "max" },
} as const;

export const modelSegment: StatusSegment = {
	name: "model",
	render({ modelName, thinkingLevel, turnLevel, canThink }, { theme, options }) {
		if (!modelName) return theme.warning("no model");
		const showsLevel = canThink && options.flag("showThinkingLevel", true);
		const level = showsLevel ? ` ${theme.symbol("text.dot")} ${thinkingText(thinkingLevel, turnLevel, theme)}` : "";
		return theme.statusLineModel(`${theme.symbol("icon.model")} ${modelName}${level}`);
	},
};

/** `◒ high`, or `⟳ high` where that was found fitting; where the sign is a word already, that alone. */
function thinkingText(level: string, turnLevel: string | undefined, theme: Theme): string {
	const known = levels[level as keyof typeof levels];
	if (!known) return level;
	const symbol = theme.symbol(known.symbol);
	const name = level === "auto" ? (levels[turnLevel as keyof typeof levels]?.name ?? known.name) : known.name;
	return symbol === name ? symbol : `${symbol} ${name}`;
}
