import { previewLines } from "../view/preview-lines.ts";
import { titleText } from "../view/title-text.ts";
import { defineView } from "../view.ts";
import { checkpointTool } from "./checkpoint.ts";
import { rewindTool } from "./rewind.ts";

export const checkpointView = defineView(checkpointTool, {
	shape: "inline",
	title: (params) => titleText(`Checkpoint ${params.goal ?? ""}`),
	result: (output, options) => (output.state === "failed" ? previewLines(output.text, "head", options) : []),
});

export const rewindView = defineView(rewindTool, {
	shape: "inline",
	title: () => "Rewind",
	result: (output, options, params) =>
		previewLines(output.state === "failed" ? output.text : (params.report ?? ""), "head", options),
});
