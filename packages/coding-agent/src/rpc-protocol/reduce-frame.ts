import type { OutFrame } from "./frames.ts";

const stringLimits = [64 << 10, 16 << 10, 4 << 10, 1 << 10, 256];
const mark = "… [cut to fit the frame]";

/** A frame's JSON that fits: long strings are cut shorter and shorter; what is still too large becomes an error. */
export function reduceFrame(frame: OutFrame, maxFrameBytes: number): string {
	for (const limit of stringLimits) {
		const json = JSON.stringify(frame, (_key, value) =>
			typeof value === "string" && value.length > limit ? value.slice(0, limit) + mark : value,
		);
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
