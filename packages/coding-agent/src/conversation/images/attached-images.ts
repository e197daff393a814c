import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { ImageContent, Message } from "@oh-my-pi/pi-ai/message";
import type { SessionMessage } from "@oh-my-pi/pi-session/message";

export interface UserImages {
	readonly images: readonly ImageContent[];
	/** In which markers stand for images. */
	readonly text: string;
}

/** The images of the user's last prompt that has some, files mentioned in it included. */
export function attachedImages(messages: ReadonlyArray<AgentMessage | Message>): UserImages {
	const last = messages.findLastIndex((message) => imagesOf(message).length > 0);
	if (last === -1) return { images: [], text: "" };
	let from = last;
	while (from > 0 && isOfUser(messages[from - 1])) from--;
	const group = messages.slice(from, last + 1);
	return { images: group.flatMap(imagesOf), text: group.map(textOf).join("\n") };
}

function isOfUser(message: AgentMessage | Message | undefined): boolean {
	return message !== undefined && (message.role === "user" || message.role === "fileMention");
}

function imagesOf(given: AgentMessage | Message): readonly ImageContent[] {
	const message = given as SessionMessage;
	if (message.role === "fileMention") return message.files.flatMap(({ image }) => (image ? [image] : []));
	if (message.role !== "user" || typeof message.content === "string") return [];
	return message.content.filter((block) => block.type === "image");
}

function textOf(given: AgentMessage | Message): string {
	const message = given as SessionMessage;
	if (message.role !== "user") return "";
	if (typeof message.content === "string") return message.content;
	return message.content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
}
