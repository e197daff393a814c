import { previewLines } from "../view/preview-lines.ts";
import { titleText } from "../view/title-text.ts";
import { defineView } from "../view/view.ts";

export const checkpointView = defineView<{ params: { goal: string } }>({
	shape: "inline",
	title: (params) => titleText(`Checkpoint ${params.goal ?? ""}`),
	result: (output, options) => (output.state === "failed" ? previewLines(output.text, "head", options) : []),
});

export const rewindView = defineView<{ params: { report: string } }>({
	shape: "inline",
	title: () => "Rewind",
	result: (output, options, params) =>
		previewLines(output.state === "failed" ? output.text : (params.report ?? ""), "head", options),
});
