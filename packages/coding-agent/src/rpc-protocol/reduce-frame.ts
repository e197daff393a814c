import type { OutFrame } from "./frames.ts";

/** Increasingly strict limits on text length and on the number of last list items kept. */
const cuts = [
	{ characters: 64 << 10, items: Number.POSITIVE_INFINITY },
	{ characters: 16 << 10, items: Number.POSITIVE_INFINITY },
	{ characters: 4 << 10, items: Number.POSITIVE_INFINITY },
	{ characters: 1 << 10, items: 1000 },
	{ characters: 256, items: 100 },
	{ characters: 256, items: 10 },
	{ characters: 256, items: 1 },
];
const mark = "… [cut to fit the frame]";

/**
 * Truncates texts, and finally lists, until the frame fits, so that even a huge event is delivered. A response that does
 * not fit becomes an error instead.
 */
export function reduceFrame(frame: OutFrame, maxFrameBytes: number): string {
	const isAnswer = frame.type === "response";
	for (const { characters, items } of cuts) {
		if (isAnswer && items !== Number.POSITIVE_INFINITY) break;
		const json = JSON.stringify(frame, (_key, value) => {
			if (typeof value === "string" && value.length > characters) return value.slice(0, characters) + mark;
			return Array.isArray(value) && value.length > items ? value.slice(-items) : value;
		});
		if (Buffer.byteLength(json) <= maxFrameBytes) return json;
	}
	const { id, command } = frame as { id?: string; command?: string };
	return JSON.stringify({
		...(typeof id === "string" && { id }),
		type: "response",
		command: command ?? frame.type,
		success: false,
		error: `The frame is larger than ${maxFrameBytes} bytes; negotiate protocol version 2 to receive it in pieces`,
		code: "frame_too_large",
	});
}
