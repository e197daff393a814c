import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Example {
	readonly name: string;
	readonly code: string;
	/** Expected output, from the block after it. */
	readonly prints: string;
}

const docs = join(import.meta.dir, "../../docs");

/** Code blocks that start with "```<language> example=<name>", each with the `text` block after it. */
export function examplesIn(document: string, language: string): Example[] {
	const text = readFileSync(join(docs, document), "utf8");
	const blocks = [...text.matchAll(/^```(\S+)(?: example=(\S+))?\n([\s\S]*?)^```$/gm)];
	return blocks.flatMap(([, kind, name, code = ""], index) => {
		if (kind !== language || name === undefined) return [];
		const next = blocks[index + 1];
		return [{ name, code, prints: next?.[1] === "text" ? (next[3] ?? "") : "" }];
	});
}
