import { joinText } from "@oh-my-pi/pi-ai/message";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import type { OpenedConversation } from "../workbench/opened-conversation.ts";

/** Titles unnamed sessions after the first user message, while the model answers. */
export function nameByFirstMessage(session: OpenedConversation, options: { readonly noTitle: boolean }): void {
	const { conversation, host } = session;
	if (options.noTitle || isSet(host.env.PI_NO_TITLE)) return;
	const seen = new Set<SessionLog>();
	conversation.subscribe((event) => {
		if (event.type !== "message_end" || event.message.role !== "user" || event.message.attribution === "agent") return;
		const { log } = conversation;
		if (seen.has(log)) return;
		seen.add(log);
		const text = joinText(event.message.content).trim();
		const isFirst = conversation.messages.filter(({ role }) => role === "user").length <= 1;
		if (text === "" || !isFirst || log.name !== undefined) return;
		void ignoreFailure(giveName(session, log, text), "an untitled session is listed by its first message");
	});
}

async function giveName(session: OpenedConversation, log: SessionLog, text: string): Promise<void> {
	const { conversation } = session;
	const { askForTitle } = await import("./ask-for-title.ts");
	const name = await askForTitle(session, text);
	// The user may have renamed it or switched sessions meanwhile.
	if (name === undefined || conversation.log !== log || log.name !== undefined) return;
	await conversation.submit({ type: "set_session_name", name, source: "auto" });
}

function isSet(variable: string | undefined): boolean {
	return variable !== undefined && !["", "0", "false", "no", "off"].includes(variable.toLowerCase());
}
