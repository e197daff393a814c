import { selectDialog } from "../../dialogs/select-dialog.ts";
import type { Command, CommandCall } from "../contract/command.ts";
import { type CommandOutcome, notice } from "../contract/outcome.ts";

export const forceCommand: Command = {
	name: "force",
	summary: "Make the model use a tool next",
	group: "model",
	hint: "<tool> [prompt]",
	async complete(typed, { conversation }) {
		if (/\s/.test(typed)) return [];
		return conversation.tools.filter(({ name }) => name.startsWith(typed)).map(({ name }) => ({ name }));
	},
	run: (call) => force(call.args, call),
	screen: {
		hint: "[tool] [prompt]",
		async run(call, { ask }) {
			const items = call.session.conversation.tools.map(({ name }) => ({ value: name, label: name }));
			const args = call.args || (await ask(selectDialog({ title: "Which tool should the model use next?", items })));
			return args === undefined ? { kind: "done" } : force(args, call);
		},
	},
};

async function force(args: string, { session: { conversation } }: CommandCall): Promise<CommandOutcome> {
	const [tool = "", ...words] = args.split(/\s+/);
	const names = conversation.tools.map(({ name }) => name);
	if (!names.includes(tool)) throw new Error(`Unknown tool: ${tool || "(none given)"}. Tools: ${names.join(", ")}`);
	conversation.toolChoice.pushOnce({ type: "tool", name: tool }, { now: true, label: "force" });
	const prompt = words.join(" ");
	const forced = `Next turn forced to use ${tool}.`;
	return prompt === "" ? notice(forced) : { kind: "prompt", text: prompt, notice: forced };
}
