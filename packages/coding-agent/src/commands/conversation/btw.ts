import { forkConversation } from "../../conversation/operations/fork-session.ts";
import type { Command } from "../contract/command.ts";
import { notice } from "../contract/outcome.ts";

export const btwCommand: Command = {
	name: "btw",
	summary: "Ask a side question",
	group: "conversation",
	hint: "<question>",
	screen: {
		async run({ session: { conversation, host }, args }, { ask, copy, notify }) {
			if (args === "") return notice("Usage: /btw <question>", "warning");
			const { asideDialog } = await import("../../dialogs/aside-dialog.ts");
			const answer = await ask(
				asideDialog(args, (signal) => conversation.aside.ask(args, signal), {
					copy(text) {
						copy(text);
						notify("info", "Copied the answer");
					},
				}),
			);
			if (answer === undefined) return { kind: "done" };
			if (conversation.isStreaming)
				return notice("Wait for the current response to finish, then ask it as a prompt.", "warning");
			if (conversation.log.isOnDisk) await forkConversation(conversation);
			const timestamp = host.now();
			const note = (content: string) =>
				conversation.note({
					role: "custom",
					customType: "btw",
					content,
					display: true,
					attribution: "user",
					timestamp,
				});
			note(`The user asked beside the conversation: ${args}\n\nThe answer was:\n${answer}`);
			return { kind: "session-changed", text: "Question and answer were added to this copy of the session" };
		},
	},
};
