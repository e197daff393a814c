import { previewLines } from "../preview-lines.ts";
import { defineView } from "../view.ts";
import { readTool } from "./read.ts";

export const readView = defineView(readTool, {
	shape: "inline",
	title: (params) => `Read ${params.path ?? ""}`,
	result(output, options) {
		// What was read is for the model; a person sees it on request, and errors always.
		return options.expanded || output.state === "failed" ? previewLines(output.text, "head", options) : [];
	},
});
