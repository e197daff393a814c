import type { YieldDetails } from "../services/agent-service.ts";
import { previewLines } from "../view/preview-lines.ts";
import { titleText } from "../view/title-text.ts";
import { defineView } from "../view/view.ts";

export const yieldView = defineView<{ params: { type?: string | readonly string[] }; details: YieldDetails }>({
	shape: "inline",
	title: ({ type }) => (Array.isArray(type) ? titleText(`Hand in ${type.join(", ")}`) : "Hand in result"),
	result({ state, text, details }, options) {
		if (state === "failed" || !details) return previewLines(text, "head", options);
		if (details.error !== undefined) return previewLines(details.error, "head", options);
		if (details.data === undefined) return [];
		const shown = typeof details.data === "string" ? details.data : JSON.stringify(details.data, null, 2);
		return previewLines(shown ?? "", "head", options);
	},
});
