import type { TextCommand } from "./text-command.ts";

export const forceCommand: TextCommand = {
	name: "force",
	description: "Make the model use a certain tool next",
	group: "model",
	hint: "<tool> [prompt]",
	async complete(typed, { conversation }) {
		if (/\s/.test(typed)) return [];
		return conversation.tools.filter(({ name }) => name.startsWith(typed)).map(({ name }) => ({ name }));
	},
	async run(args, { conversation }) {
		const [tool = "", ...words] = args.split(/\s+/);
		const names = conversation.tools.map(({ name }) => name);
		if (!names.includes(tool)) throw new Error(`Unknown tool: ${tool || "(none given)"}. Tools: ${names.join(", ")}`);
		conversation.toolChoice.pushOnce({ type: "tool", name: tool }, { now: true, label: "force" });
		const prompt = words.join(" ");
		return { output: `Next turn forced to use ${tool}.`, ...(prompt !== "" && { prompt }) };
	},
};
