import { ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { KnownConflict } from "../../files/conflicts/conflict-index.ts";
import { scanConflicts } from "../../files/conflicts/scan-conflicts.ts";
import { loadText } from "../../files/open/load-text.ts";
import type { ReadDetails } from "../contract/details.ts";
import type { ReadDeps } from "../contract/read-ports.ts";
import { splitLines } from "../text/read-text.ts";

const maxBytes = 64 * 1024 * 1024;
const maxShownLines = 150;
const maxShownBytes = 12 * 1024;

/** The places of a file that a merge left open, each with its number. */
export async function readConflicts(path: string, shown: string, deps: ReadDeps): Promise<ToolOutput<ReadDetails>> {
	const loaded = await loadText(path, { maxBytes, shown });
	if (loaded.kind !== "text")
		throw new ToolError(
			`Cannot look for conflicts in '${shown}': it is ${loaded.kind === "binary" ? "not text" : "too large"}`,
		);
	const found = deps.conflicts.register(path, scanConflicts(splitLines(loaded.text)));
	const details = { resolvedPath: path, conflictCount: found.length };
	if (found.length === 0) return { content: `No unresolved conflicts in ${shown}`, details };
	return {
		content: [
			`⚠ ${found.length} unresolved conflict(s) in ${shown}`,
			...sideLabels(found),
			"To resolve, write the final text to conflict://<id>, or conflict://* for all; a line @ours, @theirs, @base or @both stands for that side.",
			...blocks(found),
		].join("\n"),
		details,
	};
}

/** The blocks themselves as far as they fit; the others only by their place. */
function blocks(found: readonly KnownConflict[]): string[] {
	let room = maxShownLines;
	let bytes = maxShownBytes;
	let isFull = false;
	const rows = found.map(({ id, block }) => {
		const text = block.lines.join("\n");
		room -= block.lines.length;
		bytes -= Buffer.byteLength(text);
		isFull ||= room < 0 || bytes < 0;
		const place = `#${id}  L${block.startLine}-${block.endLine}${block.base ? " (3-way)" : ""}`;
		return isFull ? place : `\n${place}\n${text}`;
	});
	return isFull
		? [...rows, "", "Those without text: read conflict://<id>, or conflict://<id>/ours, /theirs or /base for a side."]
		: rows;
}

function sideLabels(found: readonly KnownConflict[]): string[] {
	const labels = (side: "oursLabel" | "theirsLabel") => [
		...new Set(found.map(({ block }) => block[side]).filter(Boolean)),
	];
	return [
		`ours: ${labels("oursLabel").join(", ") || "(unnamed)"}`,
		`theirs: ${labels("theirsLabel").join(", ") || "(unnamed)"}`,
	];
}
