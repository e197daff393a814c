import { previewLines } from "../shared/view/preview-lines.ts";
import { defineView } from "../view.ts";

export const goalView = defineView<{ params: { op: string } }>({
	shape: "inline",
	title: (params) => `Goal ${params.op ?? ""}`,
	result: (output, options) => previewLines(output.text, "head", options),
});
