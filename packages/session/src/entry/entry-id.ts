import type { Host } from "@oh-my-pi/pi-utils/host";

/** Eight hex digits that no entry of the file has yet. */
export function newEntryId(host: Pick<Host, "newId">, isTaken: (id: string) => boolean): string {
	for (let attempt = 0; attempt < 64; attempt++) {
		const id = eightDigits(host.newId());
		if (!isTaken(id)) return id;
	}
	// Ids of any length are valid, so even with 64 collisions the entry gets one.
	return crypto.randomUUID().replaceAll("-", "");
}

/** The end of a UUIDv7 is random; its beginning is the time and would collide. Other ids are hashed. */
function eightDigits(id: string): string {
	const end = id.slice(-8);
	if (!/^[0-9a-fA-F]{8}$/.test(end)) return new Bun.CryptoHasher("sha256").update(id).digest("hex").slice(0, 8);
	// Through a number, because a slice would keep the whole UUID in memory.
	return Number.parseInt(end, 16).toString(16).padStart(8, "0");
}
