import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { previewLines } from "../view/preview-lines.ts";
import { titleText } from "../view/title-text.ts";
import { defineView } from "../view/view.ts";
import type { inspectImageTool } from "./inspect-image.ts";

export const inspectImageView = defineView<typeof inspectImageTool>({
	shape: "inline",
	title: ({ path = "" }) => titleText(`Inspect image: ${path}`),
	meta: ({ details }) => details?.model,
	call: ({ question }, { theme }) => (question ? [theme.muted(titleText(question))] : []),
	result: ({ text }, options) => previewLines(plainText(text), "head", options),
});
