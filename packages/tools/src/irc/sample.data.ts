import type { ToolSample } from "../view/tool-sample.ts";

export const ircSample: ToolSample = {
	args: { op: "send", to: "Search", message: "Look at the tests too" },
	done: { text: "Delivered to 1 peer(s):\n- Search: injected" },
	failed: { text: "Cannot send a message to yourself." },
};
