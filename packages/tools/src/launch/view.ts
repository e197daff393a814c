import { previewLines } from "../view/preview-lines.ts";
import { titleText } from "../view/title-text.ts";
import { defineView } from "../view/view.ts";
import type { launchTool } from "./launch.ts";

export const launchView = defineView<typeof launchTool>({
	shape: "inline",
	icon: (_params, theme) => theme.symbol("icon.jobs"),
	title({ op = "ps", name = "", application = "", args = [], text, keys, signal }) {
		switch (op) {
			case "start":
				return titleText(`Launch ${name}: ${[application, ...args].join(" ")}`);
			case "ps":
				return "Processes";
			case "logs":
				return titleText(`Log of ${name}`);
			case "send":
				return titleText(`Send to ${name}: ${text ?? keys?.join(" ") ?? signal ?? ""}`);
			case "wait":
				return titleText(`Wait for ${name}`);
			case "stop":
				return titleText(`Stop ${name}`);
			case "restart":
				return titleText(`Restart ${name}`);
			case "describe":
				return titleText(`Describe ${name}`);
		}
	},
	meta: ({ details }) => (details?.processes.length === 1 ? details.processes[0]?.status : undefined),
	result: ({ text }, options) => previewLines(text, "tail", options),
});
