import type { Command } from "../contract/command.ts";
import { notice } from "../contract/outcome.ts";

export const prewalkCommand: Command = {
	name: "prewalk",
	summary: "Continue with a cheaper model after the next edit",
	group: "model",
	hint: "[model]",
	async run({ args, session }) {
		const { armPrewalk } = await import("../../session-actions/prewalk.ts");
		const selector = await armPrewalk(session, args || undefined);
		return notice(`After the next edit omp continues with ${selector}.`);
	},
};
