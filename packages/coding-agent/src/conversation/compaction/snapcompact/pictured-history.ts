import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import { isRecord } from "@oh-my-pi/pi-session/entry";
import type { ImageBilling } from "../../context/estimate-tokens.ts";
import { type FrameShape, printable, printFrame } from "./print-frame.ts";

/** A history as pictures of its text. */
export interface PicturedHistory {
	/** All of it, to be printed anew together with what comes later. */
	readonly text: string;
	/** Of the pages between the two edges. */
	readonly frames: readonly ImageContent[];
	readonly shape: FrameShape;
	/** How much is told in words at either end. */
	readonly edges: { readonly oldest: number; readonly newest: number };
}

/** The place of a pictured history in a compaction's `preserveData`. */
export const picturedHistoryKey = "snapcompact";

const edges = { oldest: 1500, newest: 6000 };
const maxFrames = 80;
/** Longer texts would be cut where sessions are written. */
const maxCharacters = 400_000;

/** Sized so that a provider neither scales a page down nor bills more for it than for its text. */
const shapes: Record<ImageBilling, FrameShape> = {
	"by-area": { columns: 182, rows: 136 },
	flat: { columns: 170, rows: 128 },
};

/** Prints a history. What is too old to fit is left out. */
export function pictureHistory(history: string, billing: ImageBilling): PicturedHistory {
	const shape = shapes[billing];
	const perFrame = shape.columns * shape.rows;
	const text = printable(history).slice(-Math.min(maxCharacters, maxFrames * perFrame + edges.oldest + edges.newest));
	const pictured = text.slice(edges.oldest, Math.max(edges.oldest, text.length - edges.newest));
	const frames: ImageContent[] = [];
	for (let at = 0; at < pictured.length; at += perFrame) {
		const data = printFrame(pictured.slice(at, at + perFrame), shape).toString("base64");
		frames.push({ type: "image", mimeType: "image/png", data });
	}
	return { text, frames, shape, edges };
}

export function picturedHistoryOf(
	preserveData: Readonly<Record<string, unknown>> | undefined,
): PicturedHistory | undefined {
	const value = preserveData?.[picturedHistoryKey];
	if (!isRecord(value) || typeof value.text !== "string" || !Array.isArray(value.frames)) return undefined;
	const { text, shape, edges: stored } = value;
	const frames = value.frames.filter(isImage);
	return {
		text,
		frames,
		shape: isShape(shape) ? shape : shapes.flat,
		edges: isEdges(stored) ? stored : edges,
	};
}

/** What is told in words before the pictures and after them. */
export function picturedEdges({ text, edges: { oldest, newest } }: PicturedHistory): {
	oldest: string;
	newest: string;
} {
	return { oldest: text.slice(0, oldest), newest: text.slice(Math.max(oldest, text.length - newest)) };
}

/** The share of characters that cannot be printed. */
export function unprintableShare(history: string): number {
	const text = printable(history);
	const lost = (text.match(/\?/g)?.length ?? 0) - (history.match(/\?/g)?.length ?? 0);
	return text.length === 0 ? 0 : lost / text.length;
}

function isImage(value: unknown): value is ImageContent {
	return isRecord(value) && value.type === "image" && typeof value.data === "string";
}

function isShape(value: unknown): value is FrameShape {
	return isRecord(value) && typeof value.columns === "number" && typeof value.rows === "number";
}

function isEdges(value: unknown): value is PicturedHistory["edges"] {
	return isRecord(value) && typeof value.oldest === "number" && typeof value.newest === "number";
}
