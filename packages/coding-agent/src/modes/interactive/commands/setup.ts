import type { Command } from "./command.ts";
import { loginCommand } from "./login.ts";

export const setupCommand: Command = {
	name: "setup",
	summary: "Connect a provider and choose a model",
	group: "system",
	async run(context) {
		const outcome = await loginCommand.run({ ...context, args: "" });
		if (outcome.kind !== "notice" || !outcome.text.startsWith("Logged in")) return outcome;
		context.notify(outcome.level, outcome.text);
		await context.submit("/model");
		return { kind: "done" };
	},
};
