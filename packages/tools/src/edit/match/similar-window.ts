import { Effort } from "./effort.ts";
import { foldPunctuation } from "./fold-punctuation.ts";
import { editDistance, similarity } from "./similarity.ts";

export interface Window {
	/** From 0. */
	readonly start: number;
	/** From 0 to 1. */
	readonly similarity: number;
}

/** A window may be alike as a whole, but a line that has nothing of what was expected there makes it another text. */
const minLineSimilarity = 0.5;

/** Indentation and typography do not make a line another one. */
export function comparable(line: string): string {
	return foldPunctuation(line.trim());
}

/** Half a second's worth; a part of it has to do for finding out what comes closest. */
const maxCells = 100_000_000;
const maxClosestCells = 50_000_000;

/**
 * All windows of lines that are at least as similar as `threshold`, on average over their lines. None when looking at all of
 * them would take too long: one that was found could not be known to be the only one.
 */
export function similarWindows(
	lines: readonly string[],
	wanted: readonly string[],
	options: { threshold: number; from: number },
): Window[] {
	const text = lines.map(comparable);
	const pattern = wanted.map(comparable);
	// A long line tells soonest that a window is another one.
	const order = pattern.map((_, index) => index).sort((a, b) => (pattern[b]?.length ?? 0) - (pattern[a]?.length ?? 0));
	const maxLoss = (1 - options.threshold) * pattern.length + Number.EPSILON * pattern.length;
	const found: Window[] = [];
	const effort = new Effort(maxCells);
	for (let start = options.from; start + pattern.length <= text.length; start++) {
		let loss = 0;
		for (const index of order) {
			loss += measureLoss(text[start + index] ?? "", pattern[index] ?? "", maxLoss - loss, effort);
			if (loss > maxLoss) break;
		}
		if (effort.isSpent) return [];
		if (loss <= maxLoss) found.push({ start, similarity: 1 - loss / pattern.length });
	}
	return found;
}

function measureLoss(line: string, expected: string, maxLoss: number, effort: Effort): number {
	if (line === expected) return 0;
	const longest = Math.max(line.length, expected.length);
	const limit = Math.floor(Math.min(maxLoss, 1 - minLineSimilarity) * longest);
	const distance = editDistance(line, expected, limit, effort);
	return distance > limit ? Number.POSITIVE_INFINITY : distance / longest;
}

/** The window that comes closest, for an answer that says what is there instead. */
export function closestWindow(lines: readonly string[], wanted: readonly string[]): Window | undefined {
	const text = lines.map(comparable);
	const pattern = wanted.map(comparable);
	if (pattern.length > text.length || pattern.length === 0) return undefined;
	const last = text.length - pattern.length;
	const effort = new Effort(maxClosestCells);
	const candidates = new Set(windowsWithEqualLines(text, pattern, last));
	if (candidates.size === 0) candidates.add(windowOfNearestLine(text, pattern, last, effort));
	let best: Window | undefined;
	for (const start of candidates) {
		if (best && effort.isSpent) break;
		const total = pattern.reduce((sum, line, index) => sum + similarity(line, text[start + index] ?? "", effort), 0);
		const window = { start, similarity: total / pattern.length };
		if (!best || window.similarity > best.similarity) best = window;
	}
	return best;
}

const maxCandidates = 20;
/** Lines that stand in many places, such as a lone bracket, tell nothing about the place. */
const maxPlaces = 20;

function windowsWithEqualLines(text: readonly string[], pattern: readonly string[], last: number): number[] {
	const places = new Map<string, number[]>();
	for (const [index, line] of pattern.entries()) {
		const known = places.get(line) ?? [];
		if (line !== "" && known.length <= maxPlaces) places.set(line, [...known, index]);
	}
	for (const [line, found] of places) if (found.length > maxPlaces) places.delete(line);
	const votes = new Map<number, number>();
	for (const [index, line] of text.entries()) {
		for (const place of places.get(line) ?? []) {
			const start = Math.min(Math.max(index - place, 0), last);
			votes.set(start, (votes.get(start) ?? 0) + 1);
		}
	}
	const ranked = [...votes].sort((a, b) => b[1] - a[1]);
	return ranked.slice(0, maxCandidates).map(([start]) => start);
}

/** By the longest line, as that says most. */
function windowOfNearestLine(
	text: readonly string[],
	pattern: readonly string[],
	last: number,
	effort: Effort,
): number {
	const longest = pattern.reduce((best, line, index) => (line.length > (pattern[best]?.length ?? 0) ? index : best), 0);
	const expected = pattern[longest] ?? "";
	let best = { start: 0, share: Number.POSITIVE_INFINITY };
	for (const [index, line] of text.entries()) {
		const length = Math.max(line.length, expected.length, 1);
		const limit = Math.floor(Math.min(best.share, 1) * length);
		if (effort.isSpent) break;
		const share = editDistance(line, expected, limit, effort) / length;
		if (share < best.share) best = { start: Math.min(Math.max(index - longest, 0), last), share };
	}
	return best.start;
}
