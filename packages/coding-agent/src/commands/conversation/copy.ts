import { type CopyableText, copyableTexts } from "../../conversation/queries/copyable-texts.ts";
import type { Command } from "../contract/command.ts";
import { notice } from "../contract/outcome.ts";

/** What is meant by the word after the name. */
const direct: Readonly<Record<string, (text: CopyableText) => boolean>> = {
	last: ({ kind }) => kind === "message",
	code: ({ kind }) => kind === "code",
	cmd: ({ kind }) => kind === "command",
};

export const copyCommand: Command = {
	name: "copy",
	summary: "Copy a reply, code or a command",
	group: "conversation",
	hint: "[code|cmd|last]",
	subcommands: [
		{ name: "last", summary: "The last reply" },
		{ name: "code", summary: "The last piece of code" },
		{ name: "cmd", summary: "The last command" },
	],
	screen: {
		async run({ session: { conversation }, args }, { ask, copy }) {
			const texts = copyableTexts(conversation.messages);
			const isMeant = direct[args];
			if (args !== "" && !isMeant) return notice("Usage: /copy [code|cmd|last]", "warning");
			if (texts.length === 0) return notice("Nothing to copy yet");
			const { copyDialog } = await import("../../dialogs/copy-dialog.ts");
			const chosen = isMeant ? texts.find(isMeant) : await ask(copyDialog(texts));
			if (!chosen)
				return isMeant ? notice(`There is no ${args === "cmd" ? "command" : args} to copy`) : { kind: "done" };
			copy(chosen.text);
			const lines = chosen.text.split("\n").length;
			return notice(`Copied ${chosen.kind} (${lines === 1 ? `${chosen.text.length} characters` : `${lines} lines`})`);
		},
	},
};
