import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import type { ImageBilling } from "../../context/estimate-tokens.ts";
import { type FrameShape, type PicturedHistory, picturedEdgeLengths } from "../../history/pictured-history.ts";
import { printable, printFrame } from "./print-frame.ts";

const edges = picturedEdgeLengths;
const maxFrames = 80;
/** The session log truncates longer texts. */
const maxCharacters = 400_000;

/** Page sizes that providers do not scale down and that cost no more than the text. */
const shapes: Record<ImageBilling, FrameShape> = {
	"by-area": { columns: 182, rows: 136 },
	flat: { columns: 170, rows: 128 },
};

/** Prints a history; the oldest part is dropped when it does not fit. */
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

/** The share of characters that cannot be printed. */
export function unprintableShare(history: string): number {
	const text = printable(history);
	const lost = (text.match(/\?/g)?.length ?? 0) - (history.match(/\?/g)?.length ?? 0);
	return text.length === 0 ? 0 : lost / text.length;
}
