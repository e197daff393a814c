import type { LineSpan } from "../files/snapshots/line-span.ts";

/** What a result leaves out and where the rest is; goes into `details.meta` and becomes notices for the model. */
export interface OutputMeta {
	readonly source?: { readonly type: "path" | "url" | "internal"; readonly value: string };
	readonly truncation?: Truncation;
	readonly limits?: {
		readonly resultLimit?: ReachedLimit;
		readonly matchLimit?: ReachedLimit;
		readonly headLimit?: ReachedLimit;
		readonly columnTruncated?: {
			readonly maxColumn: number;
			/** What to read for whole lines. */
			readonly whole?: string;
		};
	};
	readonly diagnostics?: { readonly summary: string; readonly messages: readonly string[] };
}

export interface ReachedLimit {
	readonly reached: number;
	/** A higher limit to ask for. */
	readonly suggestion?: number;
}

export interface Truncation {
	/** Which part is shown: the head, the tail, or both without the middle. */
	readonly direction: "head" | "tail" | "middle";
	readonly truncatedBy: "lines" | "bytes" | "middle";
	/** Absent when finding out would mean reading everything. */
	readonly totalLines?: number;
	readonly totalBytes?: number;
	readonly outputLines: number;
	readonly outputBytes: number;
	readonly shownRange?: LineSpan;
	readonly headRange?: LineSpan;
	readonly tailRange?: LineSpan;
	readonly elidedBytes?: number;
	readonly elidedLines?: number;
	readonly nextOffset?: number;
	readonly artifactId?: string;
	/** Bytes from the middle that the artifact does not have. */
	readonly artifactDroppedBytes?: number;
	/** There is no artifact, because those of the session take too much space. */
	readonly artifactsFull?: true;
}
