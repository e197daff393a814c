import type { Host } from "@oh-my-pi/pi-utils/host";

/** Eight hexadecimal digits that no entry of the file has yet. */
export function newEntryId(host: Pick<Host, "newId">, isTaken: (id: string) => boolean): string {
	// The end of a UUIDv7 is random; its beginning is the time and would collide.
	for (let attempt = 0; attempt < 64; attempt++) {
		const id = host.newId().replaceAll("-", "").slice(-8).toLowerCase();
		if (!isTaken(id)) return id;
	}
	// Ids of any length are legal, so a file that is unlucky beyond reason still gets its entry.
	return crypto.randomUUID().replaceAll("-", "");
}
