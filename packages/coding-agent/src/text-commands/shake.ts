import type { TextCommand } from "./text-command.ts";

export const shakeCommand: TextCommand = {
	name: "shake",
	description: "Put heavy results aside without asking a model",
	group: "conversation",
	hint: "[elide|images]",
	needsRest: true,
	subcommands: [
		{ name: "elide", description: "Large results become artifacts that can be read again" },
		{ name: "images", description: "Leave out all images" },
	],
	async run(args, { conversation }) {
		if (args !== "" && args !== "elide" && args !== "images") throw new Error("Usage: /shake [elide|images]");
		const { count, savedTokens } = conversation.context.shake(args || "elide");
		if (count === 0) return { output: "Nothing to shake." };
		const what = args === "images" ? "images left out" : "pieces put aside";
		return { output: `Shaken: ${count} ${what}, about ${savedTokens.toLocaleString("en")} tokens saved.` };
	},
};
