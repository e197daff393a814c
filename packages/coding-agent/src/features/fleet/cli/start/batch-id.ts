import type { Host } from "@oh-my-pi/pi-utils/host";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** A new id that sorts by time, like a ULID: 26 letters and digits. */
export function newBatchId({ newId }: Pick<Host, "newId">): string {
	let rest = BigInt(`0x${newId().replaceAll("-", "")}`);
	let id = "";
	for (let index = 0; index < 26; index++) {
		id = alphabet[Number(rest & 31n)] + id;
		rest >>= 5n;
	}
	return id;
}
