import type { TranscriptRows } from "./transcript.ts";

export interface FrameContent {
	readonly transcript: TranscriptRows;
	readonly chrome: readonly string[];
	readonly height: number;
	/** Something lies over the window: rows must not go to history, they would take it along. */
	readonly isFrozen: boolean;
}

export interface FramePlan {
	/** Goes to history above the window, in order. */
	readonly commit: readonly string[];
	readonly window: readonly string[];
	/** How many rows of the window, from its top, are transcript. */
	readonly transcriptRows: number;
	/** Transcript rows that are neither in history nor visible, because they may still change. */
	readonly hiddenRows: number;
}

/** The window is the end of everything; what does not fit goes to history as far as it is allowed to. */
export function planFrame(content: FrameContent): FramePlan {
	const { transcript, chrome, height } = content;
	const all = [...transcript.rows, ...chrome];
	const overflow = Math.max(0, all.length - height);
	const commit = content.isFrozen ? 0 : Math.min(overflow, transcript.committable);
	return {
		commit: transcript.rows.slice(0, commit),
		window: overflow === 0 ? all : all.slice(overflow),
		transcriptRows: Math.max(0, transcript.rows.length - overflow),
		hiddenRows: Math.max(0, Math.min(overflow, transcript.rows.length) - commit),
	};
}
