/** A valid id for the target: unchanged if valid, else derived deterministically. */
export function legalToolCallId(id: string, legal: RegExp, maxLength: number, prefix = ""): string {
	if (legal.test(id)) return id;
	const digest = Bun.hash(id).toString(36);
	const readable = id
		.replace(/[^A-Za-z0-9]+/g, "_")
		.slice(0, Math.max(0, maxLength - prefix.length - digest.length - 1));
	return `${prefix}${readable}_${digest}`.slice(0, maxLength);
}

/** The part of an id that identifies the call; the other part is one API's item id. */
export function callHalf(id: string): string {
	const [call] = id.split("|");
	return call || id;
}

const alphanumerics = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Mistral requires exactly nine letters and digits. */
export function mistralToolCallId(id: string): string {
	if (/^[A-Za-z0-9]{9}$/.test(id)) return id;
	let hash = BigInt(Bun.hash(id));
	let legal = "";
	for (let position = 0; position < 9; position++) {
		legal += alphanumerics[Number(hash % 62n)] ?? "0";
		hash /= 62n;
	}
	return legal;
}
