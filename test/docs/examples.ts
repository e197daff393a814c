import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Example {
	readonly name: string;
	readonly code: string;
	/** What the block after it says it prints. */
	readonly prints: string;
}

const docs = join(import.meta.dir, "../../docs");

/** The blocks of a document that begin with "```<language> example=<name>", each with the `text` block that follows it. */
export function examplesIn(document: string, language: string): Example[] {
	const text = readFileSync(join(docs, document), "utf8");
	const blocks = [...text.matchAll(/^```(\S+)(?: example=(\S+))?\n([\s\S]*?)^```$/gm)];
	return blocks.flatMap(([, kind, name, code = ""], index) => {
		if (kind !== language || name === undefined) return [];
		const next = blocks[index + 1];
		return [{ name, code, prints: next?.[1] === "text" ? (next[3] ?? "") : "" }];
	});
}
