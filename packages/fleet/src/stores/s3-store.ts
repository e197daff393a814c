import type { BlobStore } from "../contract/blob-store.ts";
import { FleetError } from "../contract/fleet-error.ts";
import type { OpenStoreOptions } from "../open-store.ts";

export async function openS3Store(_url: string, _options: OpenStoreOptions): Promise<BlobStore> {
	throw new FleetError("invalid", "Buckets are not supported yet.");
}
