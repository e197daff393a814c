import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import type { NoticePort, Submission } from "../../../../commands/contract/screen-ports.ts";
import type { OpenedConversation } from "../../../../workbench/opened-conversation.ts";
import goOn from "./prompts/go-on.md" with { type: "text" };

/** Handles a line that begins with a prefix; `undefined` when it has none. */
export function prefixedLine(
	text: string,
	session: OpenedConversation,
	{ notify }: NoticePort,
	submission: Submission,
): Promise<void> | undefined {
	const queued = parseQueuedLines(text);
	if (queued) return queueLines(queued, session, notify, submission);
	const isShort = text.trim() === "." || text.trim() === "c";
	return isShort && session.conversation.messages.length > 0 ? continueWork(session) : undefined;
}

/** The messages after `->` or `=>`: one, or one for each item of a numbered list. */
function parseQueuedLines(text: string): string[] | undefined {
	const rest = /^\s*[-=]>\s*([\s\S]+)$/.exec(text)?.[1]?.trim();
	if (!rest) return undefined;
	const items: string[] = [];
	for (const line of rest.split("\n")) {
		const item = /^\s*\d+[.)]\s+(.+)$/.exec(line)?.[1];
		if (item !== undefined) items.push(item.trim());
		else if (items.length === 0) return [rest];
		else items.push(`${items.pop()}\n${line}`.trimEnd());
	}
	return items;
}

/** Each is a follow-up; where nothing runs, the first starts at once and the others follow it. */
async function queueLines(
	texts: readonly string[],
	{ conversation }: OpenedConversation,
	notify: NoticePort["notify"],
	{ images }: Submission,
): Promise<void> {
	if (conversation.isStreaming) {
		const count = texts.length === 1 ? "1 message" : `${texts.length} messages`;
		notify("info", `Queued ${count} for when the agent yields`);
	}
	const messages = texts.map((text, index) => (index === 0 && images ? { text, images } : { text }));
	await Promise.all(messages.map((message) => conversation.submit({ type: "follow_up", ...message })));
}

/** The model continues unfinished work; no user message is added. */
function continueWork({ conversation, host }: OpenedConversation): Promise<void> {
	const message = {
		role: "custom",
		customType: "continue",
		content: renderPrompt(goOn),
		display: false,
		attribution: "user",
		timestamp: host.now(),
	} as const;
	return conversation.submit({ type: "send", message, as: "steer", triggerTurn: true });
}
