import { hostname } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { BlobStore } from "./contract/blob-store.ts";
import { FleetError } from "./contract/fleet-error.ts";
import type { OpenStoreOptions } from "./stores/store-options.ts";

/** A path or `file:` URL: a folder. `s3://bucket/prefix?endpoint=…&region=…`: a bucket. Only what is used is loaded. */
export async function openStore(url: string | undefined, options: OpenStoreOptions): Promise<BlobStore> {
	if (url?.startsWith("s3:")) {
		const { openS3Store } = await import("./stores/s3-store.ts");
		return openS3Store(url, options);
	}
	const { FolderStore } = await import("./stores/folder-store.ts");
	const { maxBytes } = options;
	return new FolderStore(folderPath(url, options.fleetDir), maxBytes === undefined ? {} : { maxBytes });
}

/**
 * What tells stores apart, without credentials. A folder that nobody has named is this machine's own; one that is named may be shared by
 * many. For a queue that is a file of this machine the name of the machine does not matter: it may change.
 */
export function storeAddress(
	url: string | undefined,
	fleetDir: string,
	{ isShared }: { readonly isShared: boolean },
): string {
	if (url?.startsWith("s3:")) {
		const { host, pathname, searchParams } = new URL(url);
		const endpoint = searchParams.get("endpoint");
		return `s3://${host}${pathname.replace(/\/+$/, "")}${endpoint === null ? "" : ` at ${endpoint.replace(/\/\/[^/@]*@/, "//")}`}`;
	}
	const folder = folderPath(url, fleetDir);
	return isShared && !url ? `${folder} of ${hostname()}` : folder;
}

/** The folder of a store on this machine. */
export function storeFolder(url: string | undefined, fleetDir: string): string | undefined {
	return url?.startsWith("s3:") ? undefined : folderPath(url, fleetDir);
}

function folderPath(url: string | undefined, fleetDir: string): string {
	if (url === undefined || url === "") return join(fleetDir, "store");
	if (url.startsWith("file://")) return fileURLToPath(url);
	if (url.startsWith("file:")) return resolve(url.slice("file:".length));
	if (/^[a-z][a-z0-9+.-]+:/i.test(url) && !isAbsolute(url)) {
		throw new FleetError("invalid", `A store is a folder or s3://bucket/prefix, not ${url.split(":")[0]}:…`);
	}
	return resolve(url);
}
