import type { ImageContent, Message } from "@oh-my-pi/pi-ai/message";

export interface UserImages {
	readonly images: readonly ImageContent[];
	/** In which markers stand for images. */
	readonly text: string;
}

/** The images of the user's last prompt that has some, files mentioned in it included. */
export function attachedImages(messages: readonly Message[]): UserImages {
	return promptImages(messages).at(-1) ?? { images: [], text: "" };
}

/** The same for every prompt that has images. A prompt is what the user sent without a reply in between. */
export function promptImages(messages: readonly Message[]): readonly UserImages[] {
	const prompts: Message[][] = [];
	for (const [index, message] of messages.entries()) {
		if (message.role !== "user") continue;
		if (messages[index - 1]?.role === "user") prompts.at(-1)?.push(message);
		else prompts.push([message]);
	}
	return prompts
		.map((prompt) => ({ images: prompt.flatMap(listImages), text: prompt.map(joinText).join("\n") }))
		.filter(({ images }) => images.length > 0);
}

function listImages({ role, content }: Message): readonly ImageContent[] {
	if (role !== "user" || typeof content === "string") return [];
	return content.filter((block) => block.type === "image");
}

function joinText({ content }: Message): string {
	if (typeof content === "string") return content;
	return content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
}
