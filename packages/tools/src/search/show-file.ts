import type { MatchedRow } from "@oh-my-pi/pi-natives/ripgrep/search";
import { loadText } from "../files/open/load-text.ts";
import { type DisplayPreferences, displayMode } from "../files/snapshots/display-mode.ts";
import { spansOf } from "../files/snapshots/line-span.ts";
import { maxSnapshotBytes, type Snapshots } from "../files/snapshots/snapshot-store.ts";
import { normalizeLineEnds } from "../files/snapshots/snapshot-tag.ts";

export interface ShownMatches {
	readonly rows: readonly string[];
	/** The rows without the anchors that only the model needs. */
	readonly plainRows: readonly string[];
	/** Present when the rows can be referred to in an edit. */
	readonly tag?: string;
	readonly hasCutLines: boolean;
}

export const maxLineChars = 512;

/** Rows as the model sees them: `*` marks matches. */
export async function showMatches(
	matches: readonly MatchedRow[],
	file: { readonly path: string; readonly mutable: boolean } | undefined,
	options: { snapshots: Snapshots; display: DisplayPreferences },
): Promise<ShownMatches> {
	const tag = file?.mutable ? await recordSnapshot(file.path, matches, options) : undefined;
	const row =
		(separator: string) =>
		({ lineNumber, text, isMatch, matchStart = 0 }: MatchedRow) =>
			`${isMatch ? "*" : " "}${lineNumber}${separator}${cut(text, matchStart)}`;
	return {
		rows: matches.map(row(tag === undefined ? "|" : ":")),
		plainRows: matches.map(row("|")),
		...(tag !== undefined && { tag }),
		hasCutLines: matches.some(({ text }) => text.length > maxLineChars),
	};
}

async function recordSnapshot(
	path: string,
	matches: readonly MatchedRow[],
	{ snapshots, display }: { snapshots: Snapshots; display: DisplayPreferences },
): Promise<string | undefined> {
	if (displayMode(display, { stored: true }) !== "hashline") return undefined;
	const loaded = await loadText(path, { maxBytes: maxSnapshotBytes }).catch(() => undefined);
	if (loaded?.kind !== "text") return undefined;
	const lines = normalizeLineEnds(loaded.text).split("\n");
	// Anchors are good only for the text they stand in; the file may have changed since it was searched.
	const isSame = matches.every(({ lineNumber, text }) => withoutMark(lines[lineNumber - 1]) === withoutMark(text));
	if (!isSame) return undefined;
	const seen = matches.filter(({ text }) => text.length <= maxLineChars).map(({ lineNumber }) => lineNumber);
	return snapshots.record(path, loaded.text, spansOf(seen));
}

/** ripgrep does not show a byte order mark. */
function withoutMark(line: string | undefined): string | undefined {
	return line?.startsWith("\ufeff") ? line.slice(1) : line;
}

/** The part of a long line that the match is in. */
function cut(text: string, matchStart: number): string {
	if (text.length <= maxLineChars) return text;
	const start = Math.min(
		matchStart < maxLineChars - shownBehind ? 0 : matchStart - shownBefore,
		text.length - maxLineChars,
	);
	const end = start + maxLineChars;
	return `${start > 0 ? "…" : ""}${text.slice(start, end)}${end < text.length ? "…" : ""}`;
}

const shownBefore = 160;
const shownBehind = 120;
