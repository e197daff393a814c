import type { ToolSample } from "../view/tool-sample.ts";

const question = {
	question: "Which sign?",
	options: ["Exclamation mark", "Full stop"],
	multi: false,
	selectedOptions: ["Exclamation mark"],
};

export const askSample: ToolSample = {
	args: {
		questions: [{ question: "Which sign?", options: [{ label: "Exclamation mark" }, { label: "Full stop" }] }],
	},
	done: { text: "Exclamation mark", details: question },
	failed: { text: "Ask tool was cancelled by the user" },
};
