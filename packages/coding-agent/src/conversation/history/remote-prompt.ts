import type { CustomMessage } from "@oh-my-pi/pi-session/entry/message";

/** A prompt by somebody else in a shared session. The model sees its text, people also who wrote it. */
export const remotePromptType = "collab-prompt";

/** Who wrote the prompt; `undefined` for every other message. */
export function remotePromptAuthor({
	customType,
	details,
}: Pick<CustomMessage, "customType" | "details">): string | undefined {
	if (customType !== remotePromptType || typeof details !== "object" || details === null) return undefined;
	return "from" in details && typeof details.from === "string" ? details.from : undefined;
}
