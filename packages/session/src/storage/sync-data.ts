import { fdatasync } from "node:fs";

/** Resolves when what was written to a descriptor is on the disk. */
export function syncData(descriptor: number): Promise<void> {
	return new Promise((resolve, reject) => {
		fdatasync(descriptor, (error) => (error ? reject(error) : resolve()));
	});
}
