import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";

/** A history as images of its text. */
export interface ImageHistory {
	/** The whole text, printed again with later messages by the next compaction. */
	readonly text: string;
	/** Text before the images; without images, all of it. */
	readonly head: string;
	readonly frames: readonly ImageContent[];
	/** Text after the images. */
	readonly tail: string;
}

/** The stored form, shared with other implementations: a frame is a PNG in base64 and has no `type`. */
export interface StoredHistory {
	readonly frames: readonly StoredFrame[];
	readonly totalChars: number;
	/** Characters dropped from the oldest end. */
	readonly truncatedChars: number;
	readonly text: string;
	readonly textHead?: string;
	readonly textTail?: string;
}

export interface StoredFrame {
	readonly data: string;
	readonly mimeType: string;
	readonly cols: number;
	readonly rows: number;
	/** Characters on this page. */
	readonly chars: number;
	readonly font: string;
	readonly variant: string;
	/** How often each line is printed. */
	readonly lineRepeat: number;
}

/** Key in a compaction's `preserveData`. */
export const imageHistoryKey = "snapcompact";

export function readImageHistory(
	preserveData: Readonly<Record<string, unknown>> | undefined,
): ImageHistory | undefined {
	const value = preserveData?.[imageHistoryKey];
	if (!isRecord(value)) return undefined;
	const known = histories.get(value) ?? parseHistory(value);
	if (known) histories.set(value, known);
	return known;
}

/** The same images for the same value: resized copies are cached by identity. */
const histories = new WeakMap<object, ImageHistory>();

function parseHistory(value: Readonly<Record<string, unknown>>): ImageHistory | undefined {
	if (!Array.isArray(value.frames)) return undefined;
	const frames = value.frames.flatMap(readImage);
	const edges = isRecord(value.edges) ? cutEdges(stringOf(value.text), value.edges) : { head: "", tail: "" };
	const head = stringOf(value.textHead) || edges.head;
	const tail = stringOf(value.textTail) || edges.tail;
	const text = stringOf(value.text) || head + tail;
	if (frames.length > 0) return { text, head, frames, tail };
	return text === "" ? undefined : { text, head: text, frames, tail: "" };
}

/** A stored frame; a reference to a lost blob is no image. */
function readImage(frame: unknown): ImageContent[] {
	if (!isRecord(frame) || typeof frame.data !== "string" || frame.data === "" || frame.data.includes(":")) return [];
	const { data, mimeType } = frame;
	return [{ type: "image", data, mimeType: typeof mimeType === "string" ? mimeType : "image/png" }];
}

/** Earlier versions stored the lengths of the edges. */
function cutEdges(text: string, { oldest, newest }: Readonly<Record<string, unknown>>): { head: string; tail: string } {
	if (typeof oldest !== "number" || typeof newest !== "number") return { head: "", tail: "" };
	return { head: text.slice(0, oldest), tail: text.slice(Math.max(oldest, text.length - newest)) };
}

function stringOf(value: unknown): string {
	return typeof value === "string" ? value : "";
}
