import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type ContentLines, contentLines, joinContent } from "../../files/mutate/text/content-lines.ts";
import { findLines, type MatchOptions, type MatchWay } from "../match/find-lines.ts";
import { foldPunctuation } from "../match/fold-punctuation.ts";
import { reindent } from "../match/reindent.ts";
import { ambiguous, maxExcerpts, notFound } from "./no-match.ts";

export interface Replacement {
	readonly oldText: string;
	readonly newText: string;
	readonly all: boolean;
}

export interface ReplacedText {
	readonly text: string;
	readonly count: number;
	/** How the passage was recognized. */
	readonly how: MatchWay;
	/** The line where the first one begins, from 1. */
	readonly line: number;
}

/** Replaces a passage that occurs once, or all of them; the match may be as fuzzy as the options allow, never doubtful. */
export function replaceText(
	text: string,
	replacement: Replacement,
	options: MatchOptions & { shownPath: string },
): ReplacedText {
	const { oldText, newText, all } = replacement;
	if (oldText === "") throw new ToolError("old_string must not be empty.");
	const exact = findPlaces(text, oldText);
	if (exact.length > 0) return replaceAt(text, exact, oldText.length, newText, all);
	if (!options.fuzzy) throw notFound(text, oldText, options);
	return (
		replaceLines(text, replacement, options, ["exact", "trailing-blanks", "indentation"]) ??
		replaceFolded(text, replacement) ??
		replaceLines(text, replacement, options, ["typography", "similarity"]) ??
		fail(notFound(text, oldText, options))
	);
}

/** Without overlaps, from left to right. */
function findPlaces(text: string, part: string): number[] {
	const places: number[] = [];
	for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) places.push(at);
	return places;
}

function replaceAt(
	text: string,
	places: readonly number[],
	length: number,
	newText: string,
	all: boolean,
	how: MatchWay = "exact",
): ReplacedText {
	if (places.length > 1 && !all)
		throw ambiguous(
			text,
			places.slice(0, maxExcerpts).map((place) => lineIndexAt(text, place)),
			places.length,
		);
	const parts: string[] = [];
	let from = 0;
	for (const place of places) {
		parts.push(text.slice(from, place), newText);
		from = place + length;
	}
	parts.push(text.slice(from));
	return { text: parts.join(""), count: places.length, how, line: lineIndexAt(text, places[0] ?? 0) + 1 };
}

function replaceFolded(text: string, { oldText, newText, all }: Replacement): ReplacedText | undefined {
	const places = findPlaces(foldPunctuation(text), foldPunctuation(oldText));
	return places.length > 0 ? replaceAt(text, places, oldText.length, newText, all, "typography") : undefined;
}

/** Whole lines; what was asked for counts as such even where it begins or ends inside one. */
function replaceLines(
	text: string,
	{ oldText, newText, all }: Replacement,
	options: MatchOptions,
	ways: readonly MatchWay[],
): ReplacedText | undefined {
	const content = contentLines(text);
	const wanted = linesOf(oldText);
	const found = findLines(content.lines, wanted, { ...options, ways });
	if (!found) return undefined;
	const { starts, how } = found;
	if (starts.length > 1 && (!all || how === "similarity")) throw ambiguous(text, starts, starts.length);
	const replacement = oldText.endsWith("\n") ? linesOf(newText) : newText.split("\n");
	return { ...spliceWindows(content, withoutOverlaps(starts, wanted.length), wanted, replacement), how };
}

function spliceWindows(
	content: ContentLines,
	starts: readonly number[],
	wanted: readonly string[],
	replacement: readonly string[],
): Omit<ReplacedText, "how"> {
	const pieces: Array<readonly string[]> = [];
	let from = 0;
	for (const start of starts) {
		const actual = content.lines.slice(start, start + wanted.length);
		pieces.push(content.lines.slice(from, start), reindent(replacement, wanted, actual));
		from = start + wanted.length;
	}
	pieces.push(content.lines.slice(from));
	const text = joinContent({ lines: pieces.flat(), ended: content.ended });
	return { text, count: starts.length, line: (starts[0] ?? 0) + 1 };
}

function withoutOverlaps(starts: readonly number[], length: number): number[] {
	const kept: number[] = [];
	for (const start of starts) {
		const last = kept.at(-1);
		if (last === undefined || start >= last + length) kept.push(start);
	}
	return kept;
}

function linesOf(text: string): string[] {
	return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

function lineIndexAt(text: string, place: number): number {
	let index = 0;
	for (let at = text.indexOf("\n"); at !== -1 && at < place; at = text.indexOf("\n", at + 1)) index++;
	return index;
}

function fail(error: Error): never {
	throw error;
}
