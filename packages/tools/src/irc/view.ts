import type { MessageDetails, MessageRequest } from "../services/agent-service.ts";
import { previewLines } from "../view/preview-lines.ts";
import { titleText } from "../view/title-text.ts";
import { defineView } from "../view/view.ts";

export const ircView = defineView<{ params: MessageRequest; details: MessageDetails }>({
	shape: "inline",
	title({ op, to, from, message }) {
		if (op === "send") return titleText(`To ${to ?? "…"}: ${message ?? ""}`);
		if (op === "wait") return titleText(`Wait for ${from ?? "a message"}`);
		return op === "inbox" ? "Messages" : "Agents";
	},
	result: ({ text }, options) => previewLines(text, "head", options),
});
