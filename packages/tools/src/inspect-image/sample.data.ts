import type { ToolSample } from "../view/tool-sample.ts";

export const inspectImageSample: ToolSample = {
	args: { path: "screenshots/login.png", question: "Which error does the form show?" },
	done: {
		text: "The form shows “Wrong password” in red below the second field.",
		details: { model: "anthropic/claude-haiku-4-5", imagePath: "screenshots/login.png", mimeType: "image/webp" },
	},
	failed: { text: "inspect_image only supports PNG, JPEG, GIF, and WEBP files detected by file content." },
};
