import type { FrameReader } from "./frame.ts";
import { LineReader } from "./lines.ts";

/** One JSON document a line. */
export function ndjsonReader(): FrameReader {
	const lines = new LineReader();
	const framesOf = (texts: string[]) => texts.filter((text) => text.trim() !== "").map((data) => ({ data }));
	return {
		push: (bytes) => framesOf(lines.push(bytes)),
		end: () => framesOf([lines.rest()]),
	};
}
