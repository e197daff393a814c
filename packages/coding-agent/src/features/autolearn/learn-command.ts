import type { Command } from "../../commands/contract/command.ts";
import { notice } from "../../commands/contract/outcome.ts";
import learnText from "./prompts/learn-command.md" with { type: "text" };
import { autolearnKey } from "./running-autolearn.ts";

export const learnCommand: Command = {
	name: "learn",
	summary: "Ask the model to store a lesson from this session",
	group: "system",
	hint: "[what]",
	async run({ args, session }) {
		if (!session.workbench.features.find(autolearnKey)) {
			return notice("Learning is off. Set autolearn.enabled to true and start a new session.");
		}
		const subject = args.trim();
		return { kind: "prompt", text: subject === "" ? learnText.trim() : `${learnText.trim()}\n\n${subject}` };
	},
};
