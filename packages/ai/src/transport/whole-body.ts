import type { FrameReader } from "./frame.ts";

/** All there is in one frame, when it has ended. */
export function wholeBodyReader(): FrameReader {
	const decoder = new TextDecoder();
	let data = "";
	return {
		push(bytes) {
			data += decoder.decode(bytes, { stream: true });
			return [];
		},
		end: () => [{ data: data + decoder.decode() }],
	};
}
