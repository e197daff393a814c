import type { TranscriptRows } from "../transcript/transcript.ts";

export interface FrameContent {
	readonly transcript: TranscriptRows;
	readonly chrome: readonly string[];
	readonly height: number;
	/** An overlay covers the window: rows must not go to history, because the overlay would go with them. */
	readonly isFrozen: boolean;
}

export interface FramePlan {
	/** Goes to history above the window, in order. */
	readonly commit: readonly string[];
	readonly window: readonly string[];
	/** Number of transcript rows at the top of the window. */
	readonly transcriptRows: number;
	/** Transcript rows that are neither in history nor visible, because they may still change. */
	readonly hiddenRows: number;
}

/** The window shows the end of everything; what does not fit goes to history if it is final. */
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
