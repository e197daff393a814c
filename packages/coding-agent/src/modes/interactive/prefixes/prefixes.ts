import { renderPrompt } from "@oh-my-pi/pi-utils/render-prompt";
import type { Mode } from "../mode.ts";
import type { Submission } from "../submit-line.ts";
import goOn from "./prompts/go-on.md" with { type: "text" };
import { parseQueuedLines } from "./queued-lines.ts";

/** What a line means by how it begins; `undefined` when it is just words. */
export function prefixedLine(text: string, mode: Mode, submission: Submission): Promise<void> | undefined {
	const queued = parseQueuedLines(text);
	if (queued) return queueLines(queued, mode, submission);
	const isShort = text.trim() === "." || text.trim() === "c";
	return isShort && mode.session.conversation.messages.length > 0 ? continueWork(mode) : undefined;
}

/** Each waits for its turn; where nothing runs, the first begins at once and the others follow it. */
async function queueLines(texts: readonly string[], { session, notify }: Mode, { images }: Submission): Promise<void> {
	const { conversation } = session;
	if (conversation.isStreaming) {
		const count = texts.length === 1 ? "1 message" : `${texts.length} messages`;
		notify("info", `Queued ${count} for when the agent yields`);
	}
	const said = texts.map((text, index) => (index === 0 && images ? { text, images } : { text }));
	await Promise.all(said.map((spoken) => conversation.submit({ type: "follow_up", ...spoken })));
}

/** The model goes on with what is unfinished; the user has said nothing that it would have to read. */
function continueWork({ session: { conversation, host } }: Mode): Promise<void> {
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
