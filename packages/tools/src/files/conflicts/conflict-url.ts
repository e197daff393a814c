import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { UrlScheme } from "../../urls/url-router.ts";
import type { Conflicts, KnownConflict } from "./conflict-index.ts";
import type { ConflictBlock } from "./scan-conflicts.ts";

export type ConflictSide = "ours" | "theirs" | "base" | "both";

/** `*` stands for every known conflict. */
export interface ConflictAddress {
	readonly id: number | "*";
	readonly side?: ConflictSide;
}

/** Reads `conflict://3` and `conflict://3/ours`. */
export function parseConflictUrl(url: string): ConflictAddress {
	const [, id, side] = /^conflict:\/\/(\d+|\*)(?:\/(ours|theirs|base|both))?\/?$/i.exec(url) ?? [];
	if (id === undefined) {
		throw new ToolError(
			`'${url}' names no conflict; use conflict://<id> with /ours, /theirs, /base or /both behind it`,
		);
	}
	return { id: id === "*" ? "*" : Number(id), ...(side && { side: side.toLowerCase() as ConflictSide }) };
}

export function getConflict(conflicts: Conflicts, id: number): KnownConflict {
	const found = conflicts.find(id);
	if (found) return found;
	const known = conflicts.all().map((entry) => entry.id);
	const list = known.length > 0 ? `Known: ${known.join(", ")}` : "Read <path>:conflicts first";
	throw new ToolError(`Conflict ${id} not found. ${list}`);
}

/** The lines a side stands for; `undefined` for the base of a conflict that has none. */
export function sideLines(block: ConflictBlock, side: ConflictSide): readonly string[] | undefined {
	return side === "both" ? [...block.ours, ...block.theirs] : block[side];
}

/** Shows conflicts that were indexed before. */
export function conflictScheme(conflicts: Conflicts, showPath: (absolute: string) => string): UrlScheme {
	return {
		scheme: "conflict",
		async resolve(url) {
			const { id, side } = parseConflictUrl(url);
			if (id === "*") throw new ToolError("conflict://* can only be written; read <path>:conflicts for the list");
			const { block, path } = getConflict(conflicts, id);
			if (side === undefined) {
				return { text: [`#${id}  ${showPath(path)}:${block.startLine}-${block.endLine}`, ...block.lines].join("\n") };
			}
			const lines = sideLines(block, side);
			if (!lines) throw new ToolError(`Conflict ${id} has no base: it is not a three-way conflict`);
			return { text: lines.join("\n") };
		},
	};
}
