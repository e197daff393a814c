/** A legal id for the target: the given one where it is legal already, else one derived from it, always the same. */
export function legalToolCallId(id: string, legal: RegExp, maxLength: number, prefix = ""): string {
	if (legal.test(id)) return id;
	const digest = Bun.hash(id).toString(36);
	const readable = id
		.replace(/[^A-Za-z0-9]+/g, "_")
		.slice(0, Math.max(0, maxLength - prefix.length - digest.length - 1));
	return `${prefix}${readable}_${digest}`.slice(0, maxLength);
}
