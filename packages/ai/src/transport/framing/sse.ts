import { defaultReplyLimits, inMegabytes, overLimit } from "../../http/reply-limits.ts";
import type { WireFrame } from "../../protocol/protocol.ts";
import type { FrameReader } from "./frame.ts";
import { LineReader } from "./lines.ts";

/** Server-sent events: `data:` lines up to a blank one; comments and unknown fields are ignored. */
export function sseReader(maxCharacters = defaultReplyLimits.frameBytes): FrameReader {
	const lines = new LineReader(maxCharacters);
	let event: string | undefined;
	let data: string[] = [];
	let dataCharacters = 0;

	function take(line: string, frames: WireFrame[]): void {
		if (line === "") {
			if (data.length > 0) frames.push({ event, data: data.length === 1 ? (data[0] ?? "") : data.join("\n") });
			event = undefined;
			data = [];
			dataCharacters = 0;
			return;
		}
		if (line.startsWith("data:")) {
			data.push(fieldValue(line, 5));
			dataCharacters += line.length;
			if (dataCharacters > maxCharacters) throw overLimit("one event of it did not end", inMegabytes(maxCharacters));
		} else if (line.startsWith("event:")) event = fieldValue(line, 6);
	}

	return {
		push(bytes) {
			const frames: WireFrame[] = [];
			for (const line of lines.push(bytes)) take(line, frames);
			return frames;
		},
		end() {
			const frames: WireFrame[] = [];
			take(lines.rest(), frames);
			take("", frames);
			return frames;
		},
	};
}

function fieldValue(line: string, from: number): string {
	return line.startsWith(" ", from) ? line.slice(from + 1) : line.slice(from);
}
