import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import { isRecord } from "@oh-my-pi/pi-session/entry";

/** Characters on one page. */
export interface FrameShape {
	readonly columns: number;
	readonly rows: number;
}

/** A history as images of its text. */
export interface PicturedHistory {
	/** The whole text, printed again with later messages by the next compaction. */
	readonly text: string;
	/** Images of the pages between the two edges. */
	readonly frames: readonly ImageContent[];
	readonly shape: FrameShape;
	/** Characters kept as text at either end. */
	readonly edges: { readonly oldest: number; readonly newest: number };
}

/** Key in a compaction's `preserveData`. */
export const picturedHistoryKey = "snapcompact";

/** Characters kept as text at either end. */
export const picturedEdgeLengths = { oldest: 1500, newest: 6000 };

const defaultShape: FrameShape = { columns: 170, rows: 128 };

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
		shape: isShape(shape) ? shape : defaultShape,
		edges: isEdges(stored) ? stored : picturedEdgeLengths,
	};
}

/** The text before and after the images. */
export function picturedEdges({ text, edges: { oldest, newest } }: PicturedHistory): {
	oldest: string;
	newest: string;
} {
	return { oldest: text.slice(0, oldest), newest: text.slice(Math.max(oldest, text.length - newest)) };
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
