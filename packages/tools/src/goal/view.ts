import { previewLines } from "../view/preview-lines.ts";
import { defineView } from "../view.ts";
import type { goalTool } from "./goal.ts";

export const goalView = defineView<typeof goalTool>({
	shape: "inline",
	title: (params) => `Goal ${params.op ?? ""}`,
	result: (output, options) => previewLines(output.text, "head", options),
});
