import type { Marker } from "./scanner.ts";

/** How models without a thinking channel write their thinking. */
export const thinkingTags: readonly Marker[] = [
	{ kind: "thinking", open: "<think>", close: "</think>" },
	{ kind: "thinking", open: "<thinking>", close: "</thinking>" },
	{ kind: "wrapper", open: "</think>" },
	{ kind: "wrapper", open: "</thinking>" },
];
