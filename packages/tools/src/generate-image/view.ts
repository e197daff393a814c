import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { previewLines } from "../view/preview-lines.ts";
import { titleText } from "../view/title-text.ts";
import { defineView } from "../view/view.ts";
import type { generateImageTool } from "./generate-image.ts";

export const generateImageView = defineView<typeof generateImageTool>({
	shape: "inline",
	title: ({ subject = "" }) => titleText(`Generate image: ${subject}`),
	meta: ({ details }) => details && `${details.imageCount === 0 ? "no image" : details.model} · ${details.provider}`,
	result: ({ text }, options) => previewLines(plainText(text), "head", options),
});
