import type { ImageBilling } from "../../context/estimate-tokens.ts";
import type { StoredFrame, StoredHistory } from "../../history/image-history.ts";
import { type FrameShape, fontName, printable, printFrame } from "./print-frame.ts";

/** Characters kept as text at either end. */
const edges = { oldest: 1500, newest: 6000 };
const maxFrames = 80;
/** The session log truncates longer texts. */
const maxCharacters = 400_000;

/** Page sizes that providers do not scale down and that cost no more than the text. */
const shapes: Record<ImageBilling, FrameShape> = {
	"by-area": { columns: 182, rows: 136 },
	flat: { columns: 170, rows: 128 },
};

/** Prints a history; the oldest part is dropped when it does not fit. */
export function renderHistory(history: string, billing: ImageBilling): StoredHistory {
	const shape = shapes[billing];
	const perFrame = shape.columns * shape.rows;
	const whole = printable(history);
	const text = whole.slice(-Math.min(maxCharacters, maxFrames * perFrame + edges.oldest + edges.newest));
	const lengths = { totalChars: whole.length, truncatedChars: whole.length - text.length };
	const middle = text.slice(edges.oldest, Math.max(edges.oldest, text.length - edges.newest));
	if (middle === "") return { frames: [], ...lengths, text, textHead: text };
	const frames: StoredFrame[] = [];
	for (let at = 0; at < middle.length; at += perFrame) frames.push(framed(middle.slice(at, at + perFrame), shape));
	return { frames, ...lengths, text, textHead: text.slice(0, edges.oldest), textTail: text.slice(-edges.newest) };
}

function framed(text: string, shape: FrameShape): StoredFrame {
	return {
		data: printFrame(text, shape).toString("base64"),
		mimeType: "image/png",
		cols: shape.columns,
		rows: shape.rows,
		chars: text.length,
		font: fontName,
		variant: "regular",
		lineRepeat: 1,
	};
}

/** The share of characters that cannot be printed. */
export function unprintableShare(history: string): number {
	const text = printable(history);
	const lost = (text.match(/\?/g)?.length ?? 0) - (history.match(/\?/g)?.length ?? 0);
	return text.length === 0 ? 0 : lost / text.length;
}
