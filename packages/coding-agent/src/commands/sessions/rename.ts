import { textDialog } from "../../dialogs/text-dialog.ts";
import type { Command, CommandCall } from "../contract/command.ts";
import { type CommandOutcome, notice } from "../contract/outcome.ts";

export const renameCommand: Command = {
	name: "rename",
	summary: "Rename the session",
	group: "sessions",
	hint: "<title>",
	run: (call) => renameTo(call.args, call),
	screen: {
		hint: "[title]",
		async run(call, { ask }) {
			const { log } = call.session;
			const text = log.name ?? "";
			const problemWith = (title: string) => (title.trim() === "" ? "Write a name" : undefined);
			const name = call.args || (await ask(textDialog({ title: "Session name", text, problemWith })));
			return name === undefined ? { kind: "done" } : renameTo(name, call);
		},
	},
};

async function renameTo(name: string, { session: { conversation } }: CommandCall): Promise<CommandOutcome> {
	await conversation.submit({ type: "set_session_name", name, source: "user" });
	return notice(`Session renamed to ${conversation.log.name}.`);
}
