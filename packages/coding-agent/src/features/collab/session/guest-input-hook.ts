import type { Hook } from "../../../conversation/hooks/hook.ts";
import type { Conversation } from "../../../conversation/kernel/conversation.ts";

/** The commands of a guest: none of them changes the host's session. */
export const guestCommands: ReadonlySet<string> = new Set([
	"dump",
	"export",
	"copy",
	"help",
	"hotkeys",
	"theme",
	"settings",
	"leave",
	"collab",
	"exit",
	"quit",
]);

/** Refuses what a guest cannot do; everything else goes on to commands or to the host. */
export function guestInputHook(conversation: Conversation): Hook {
	const refuse = (text: string): "handled" => {
		conversation.notify("warning", text);
		return "handled";
	};
	return {
		name: "guest input",
		order: 1,
		onInput({ text }) {
			if (!conversation.remote) return undefined;
			const [, name] = /^\/([\w:-]*)/.exec(text) ?? [];
			if (name !== undefined && !guestCommands.has(name.toLowerCase()))
				return refuse(
					`/${name} is not available to guests. These are: ${[...guestCommands].map((known) => `/${known}`).join(" ")}`,
				);
			if (/^\s*[!$]/.test(text)) return refuse("Only the host runs commands and code in a shared session.");
			return undefined;
		},
	};
}
