import { previewLines } from "../view/preview-lines.ts";
import { defineView } from "../view/view.ts";

export const goalView = defineView<{ params: { op: string } }>({
	shape: "inline",
	title: (params) => `Goal ${params.op ?? ""}`,
	result: (output, options) => previewLines(output.text, "head", options),
});
