import type { OutputMeta, Truncation } from "../../output/output-meta.ts";

export const readName = "read";

/** Whether a tool is the one that reads; the transcript shows its calls together. */
export function isRead(toolName: string): boolean {
	return toolName === readName;
}

/** What programs and views get to know about a read; the model sees the text. */
export interface ReadDetails {
	readonly kind?: "url";
	readonly isDirectory?: true;
	readonly resolvedPath?: string;
	readonly suffixResolution?: { readonly from: string; readonly to: string };
	readonly url?: string;
	/** After redirects. */
	readonly finalUrl?: string;
	readonly contentType?: string;
	/** How a web page became text. */
	readonly method?: string;
	readonly notes?: readonly string[];
	readonly truncated?: true;
	readonly truncation?: Truncation;
	readonly totalLines?: number;
	readonly fileSize?: number;
	/** The lines without anchors; a missing number is a gap. */
	readonly displayContent?: {
		readonly text: string;
		readonly startLine: number;
		readonly lineNumbers: ReadonlyArray<number | null>;
	};
	readonly summary?: { readonly lines: number; readonly elidedSpans: number; readonly elidedLines: number };
	readonly conflictCount?: number;
	/** What a text that names several paths was taken for. */
	readonly displayReadTargets?: readonly string[];
	readonly meta?: OutputMeta;
}
