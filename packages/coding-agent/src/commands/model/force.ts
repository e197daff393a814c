import type { Command } from "../command.ts";
import { notice } from "../outcome.ts";

export const forceCommand: Command = {
	name: "force",
	summary: "Make the model use a certain tool next",
	group: "model",
	hint: "<tool> [prompt]",
	async complete(typed, { conversation }) {
		if (/\s/.test(typed)) return [];
		return conversation.tools.filter(({ name }) => name.startsWith(typed)).map(({ name }) => ({ name }));
	},
	async run({ args, session: { conversation } }) {
		const [tool = "", ...words] = args.split(/\s+/);
		const names = conversation.tools.map(({ name }) => name);
		if (!names.includes(tool)) throw new Error(`Unknown tool: ${tool || "(none given)"}. Tools: ${names.join(", ")}`);
		conversation.toolChoice.pushOnce({ type: "tool", name: tool }, { now: true, label: "force" });
		const prompt = words.join(" ");
		const forced = `Next turn forced to use ${tool}.`;
		return prompt === "" ? notice(forced) : { kind: "prompt", text: prompt, notice: forced };
	},
};
