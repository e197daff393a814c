import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { previewLines } from "../view/preview-lines.ts";
import { titleText } from "../view/title-text.ts";
import { defineView } from "../view/view.ts";
import type { learnTool } from "./learn.ts";

export const learnView = defineView<typeof learnTool>({
	shape: "inline",
	title: ({ memory = "" }) => titleText(`Learn: ${plainText(memory)}`),
	call: ({ skill }, options) => (skill?.name ? previewLines(plainText(`skill ${skill.name}`), "head", options) : []),
	result: (output, options) => previewLines(output.text, "head", options),
});
