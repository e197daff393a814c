import { make } from "./dom.ts";

/** A message as far as a page draws it; everything in it may be missing. */
export interface ShownMessage {
	readonly role?: string;
	readonly content?: unknown;
	readonly toolCallId?: string;
	readonly isError?: boolean;
	readonly details?: unknown;
	readonly model?: string;
	readonly errorMessage?: string;
	readonly stopReason?: string;
	readonly display?: boolean;
	readonly customType?: string;
	readonly attribution?: string;
	readonly command?: string;
	readonly code?: string;
	readonly output?: string;
}

interface Part {
	readonly type?: string;
	readonly text?: string;
	readonly data?: string;
	readonly mimeType?: string;
}

export function readParts(content: unknown): readonly Part[] {
	if (typeof content === "string") return [{ type: "text", text: content }];
	return Array.isArray(content) ? content.filter((part) => typeof part === "object" && part !== null) : [];
}

export function readText(content: unknown): string {
	return readParts(content)
		.map(({ type, text }) => (type === "text" ? (text ?? "") : ""))
		.join("");
}

export function readImages(content: unknown): readonly HTMLElement[] {
	return readParts(content)
		.filter(
			({ type, data = "", mimeType = "" }) =>
				type === "image" && /^[\w+/=]+$/.test(data) && /^image\/[\w.+-]+$/.test(mimeType),
		)
		.map(({ data, mimeType }) => make("img", { src: `data:${mimeType};base64,${data}`, alt: "Image in the session" }));
}
