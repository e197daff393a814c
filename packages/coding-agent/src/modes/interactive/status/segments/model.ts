import type { StatusSegment } from "../segment.ts";

export const modelSegment: StatusSegment = {
	name: "model",
	render({ modelName, thinkingLevel, canThink }, theme) {
		if (!modelName) return theme.warning("no model");
		const level = canThink ? ` ${theme.symbol("text.dot")} ${thinkingLevel}` : "";
		return theme.statusLineModel(`${theme.symbol("icon.model")} ${modelName}${level}`);
	},
};
