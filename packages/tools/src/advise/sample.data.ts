import type { ToolSample } from "../view/tool-sample.ts";

export const adviseSample: ToolSample = {
	args: { note: "The migration drops the column before the copy has finished", severity: "concern" },
	done: { text: "Delivered." },
	failed: { text: "Not delivered: one note per update" },
};
