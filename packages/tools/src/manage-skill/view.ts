import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { previewLines } from "../view/preview-lines.ts";
import { titleText } from "../view/title-text.ts";
import { defineView } from "../view/view.ts";
import type { manageSkillTool } from "./manage-skill.ts";

export const manageSkillView = defineView<typeof manageSkillTool>({
	shape: "inline",
	title: ({ action = "", name = "" }) => titleText(`Skill ${action}: ${plainText(name)}`),
	call: ({ description }, options) => (description ? previewLines(plainText(description), "head", options) : []),
	result: (output, options) => previewLines(output.text, "head", options),
});
