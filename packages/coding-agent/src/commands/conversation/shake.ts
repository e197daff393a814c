import type { Command } from "../contract/command.ts";
import { notice } from "../contract/outcome.ts";

export const shakeCommand: Command = {
	name: "shake",
	summary: "Remove large tool results from context",
	group: "conversation",
	hint: "[elide|images]",
	needsIdle: true,
	subcommands: [
		{ name: "elide", summary: "Move large results to artifacts" },
		{ name: "images", summary: "Remove all images" },
	],
	async run({ args, session: { conversation } }) {
		if (args !== "" && args !== "elide" && args !== "images") throw new Error("Usage: /shake [elide|images]");
		const { count, savedTokens } = conversation.context.shake(args || "elide");
		if (count === 0) return notice("Nothing to shake.");
		const what = args === "images" ? "images left out" : "pieces put aside";
		return notice(`Shaken: ${count} ${what}, about ${savedTokens.toLocaleString("en")} tokens saved.`);
	},
};
