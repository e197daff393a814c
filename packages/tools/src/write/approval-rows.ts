import { type PathBase, resolvePath } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { parseScheme } from "@oh-my-pi/pi-policy/paths/uri";
import { readRegularBytes, UnreadableFileError } from "@oh-my-pi/pi-utils/files/read-regular-file";
import { pathBase } from "../files/mutate/ports.ts";
import { contentLines } from "../files/mutate/text/content-lines.ts";
import { describeChange } from "../files/mutate/text/diff-rows.ts";
import type { WritePorts } from "./contract/write-ports.ts";
import type { WriteParams } from "./execute.ts";
import { withoutDisplay, withoutHeader } from "./pasted-display.ts";

const maxNewLength = 2000;
const maxDiffLength = 20_000;
const maxBytes = 1024 * 1024;

/** For whoever has to allow it: a new file as it will be, and for one that is there what becomes of it. */
export function approvalRows({ path, content: written }: WriteParams, ports: WritePorts): string[] {
	const before = findContent(withoutHeader(path), pathBase(ports));
	const { hashlineEdits, hashLines } = ports.display;
	const content = hashlineEdits && hashLines ? withoutDisplay(written).content : written;
	const fresh = content.slice(0, maxNewLength).split("\n");
	if (before === undefined) return [`Path: ${path}`, ...fresh];
	const heading = `Overwrites: ${path}`;
	if (before === "unreadable")
		return [heading, "What is there now is not shown: it is no text, or too large.", ...fresh];
	const { diff } = describeChange(contentLines(before.text).lines, contentLines(content).lines);
	if (diff === "") return [heading, "Nothing changes: the file has this content."];
	return [heading, ...firstRows(diff.split("\n"))];
}

function firstRows(rows: readonly string[]): readonly string[] {
	let length = 0;
	const count = rows.findIndex((row) => {
		length += row.length + 1;
		return length > maxDiffLength;
	});
	return count < 0 ? rows : [...rows.slice(0, count), `… and ${rows.length - count} more rows`];
}

function findContent(path: string, base: PathBase): { readonly text: string } | "unreadable" | undefined {
	if (parseScheme(path) !== undefined) return undefined;
	try {
		const bytes = readRegularBytes(resolvePath(path, base), maxBytes);
		if (bytes === undefined) return undefined;
		return bytes.includes(0) ? "unreadable" : { text: bytes.toString("utf8").replace(/^\ufeff/, "") };
	} catch (error) {
		if (error instanceof UnreadableFileError) return error.isFolder ? undefined : "unreadable";
		throw error;
	}
}
