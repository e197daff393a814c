import type { BlobReference } from "./task.ts";

/** Where large things are kept: session logs, patches, outputs. A folder, or a bucket that speaks S3. Keys are `/`-separated names. */
export interface BlobStore extends AsyncDisposable {
	/** As it is told to people; without credentials. */
	readonly location: string;
	/** Complete or absent, never half. The same key with the same content is no error. */
	put(key: string, content: Uint8Array | Blob, signal?: AbortSignal): Promise<BlobReference>;
	/** Throws a `FleetError` `store-damaged` for content that is not what the reference says. */
	get(reference: BlobReference, signal?: AbortSignal): Promise<Uint8Array>;
	list(prefix: string): AsyncIterable<{ readonly key: string; readonly bytes: number; readonly changedAt: number }>;
	/** How many there were. */
	remove(prefix: string): Promise<number>;
}
