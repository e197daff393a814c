import type { StatusSegment } from "./segment.ts";

const names: Readonly<Record<string, string>> = { minimal: "min", medium: "med" };

export const modelSegment: StatusSegment = {
	name: "model",
	render({ modelName, thinkingLevel, turnLevel, canThink, isRemote }, { theme, options }) {
		if (!modelName) return isRemote ? undefined : theme.warning("no model");
		const showsLevel = canThink && options.flag("showThinkingLevel", true);
		const level = showsLevel ? ` ${theme.symbol("text.dot")} ${thinkingText(thinkingLevel, turnLevel)}` : "";
		return theme.statusLineModel(`${theme.symbol("icon.model")} ${modelName}${level}`);
	},
};

/** `high`, or `auto high` where that was found fitting. */
function thinkingText(level: string, turnLevel: string | undefined): string {
	const found = level === "auto" && turnLevel !== undefined ? ` ${names[turnLevel] ?? turnLevel}` : "";
	return `${names[level] ?? level}${found}`;
}
