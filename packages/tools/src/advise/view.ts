import { previewLines } from "../view/preview-lines.ts";
import { defineView } from "../view/view.ts";

export const adviseView = defineView<{ params: { note: string; severity?: string } }>({
	shape: "inline",
	title: ({ severity = "nit", note = "" }) => `Advise ${severity}: ${note}`,
	result: (output, options) => previewLines(output.text, "head", options),
});
