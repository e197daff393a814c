import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { FileDiff } from "@oh-my-pi/pi-natives/git/parse-diff";
import { readRegularBytes } from "@oh-my-pi/pi-utils/files/read-regular-file";

/** A file that git does not track, as a diff that adds all of it; else why it is left out. */
export function untrackedDiff(root: string, path: string, maxBytes: number): FileDiff | { readonly reason: string } {
	try {
		const stats = lstatSync(join(root, path));
		if (!stats.isFile()) return { reason: "not a regular file" };
		if (stats.size > maxBytes) return { reason: "too large" };
		const bytes = readRegularBytes(join(root, path), maxBytes);
		if (bytes === undefined) return { reason: "gone" };
		if (bytes.includes(0)) return { reason: "binary" };
		return addedDiff(path, bytes.toString("utf8"));
	} catch {
		return { reason: "unreadable" };
	}
}

function addedDiff(path: string, text: string): FileDiff {
	const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
	const range = { oldStart: 0, oldLines: 0, newStart: 1, newLines: lines.length };
	const hunk = { ...range, header: `@@ -0,0 +1,${lines.length} @@`, lines: lines.map((line) => `+${line}`) };
	return { path, status: "A", isBinary: false, newMode: "100644", hunks: lines.length === 0 ? [] : [hunk] };
}
