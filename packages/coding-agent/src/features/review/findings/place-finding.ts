import type { FileDiff } from "@oh-my-pi/pi-natives/git/parse-diff";
import type { Finding, ReportedFinding } from "./finding.ts";
import { fingerprint } from "./fingerprint.ts";

/** The change that findings are about. */
export interface ChangePlaces {
	readonly root: string;
	readonly files: readonly FileDiff[];
	/** How many lines the new version of a file has; `undefined` where that is not known. */
	lineCount(path: string): Promise<number | undefined>;
}

/** Puts a finding where it belongs: a file of the change and a line that exists. What is not in the change is marked. */
export async function placeFinding(reported: ReportedFinding, change: ChangePlaces): Promise<Finding> {
	const diff = findFile(reported.file, change);
	const file = diff?.path ?? fromRoot(reported.file, change.root);
	const place = diff ? placeLine(reported, diff, await change.lineCount(diff.path)) : undefined;
	const { line, endLine, movedFrom } = place ?? { ...reported, movedFrom: undefined };
	const lineText = diff ? textAt(diff, line) : "";
	return {
		...reported,
		file,
		line,
		endLine,
		lineText,
		fingerprint: fingerprint({ file, title: reported.title, lineText }),
		inChange: diff !== undefined,
		...(movedFrom !== undefined && { movedFrom }),
		reports: 1,
	};
}

/** By its path, with or without what models put in front, or by its name before the change. */
function findFile(named: string, { files, root }: ChangePlaces): FileDiff | undefined {
	const path = fromRoot(named, root);
	const candidates = [path, path.replace(/^[ab]\//, "")];
	return (
		files.find((file) => candidates.includes(file.path)) ??
		files.find(({ oldPath }) => oldPath !== undefined && candidates.includes(oldPath)) ??
		onlyOne(files.filter((file) => file.path.endsWith(`/${path}`)))
	);
}

const onlyOne = <Value>(values: readonly Value[]) => (values.length === 1 ? values[0] : undefined);

function fromRoot(path: string, root: string): string {
	const inside = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
	return inside.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
}

function placeLine(
	{ line, endLine }: ReportedFinding,
	diff: FileDiff,
	lineCount: number | undefined,
): Pick<Finding, "line" | "endLine" | "movedFrom"> {
	const isShown = diff.hunks.some(({ newStart, newLines }) => line >= newStart && line < newStart + newLines);
	const exists = isShown || (lineCount !== undefined && line <= lineCount);
	if (exists)
		return { line, endLine: lineCount === undefined ? endLine : Math.min(endLine, Math.max(line, lineCount)) };
	const nearest = nearestChangedLine(diff, line);
	return { line: nearest, endLine: nearest, movedFrom: line };
}

/** Line 1 of a file that has none any more. */
function nearestChangedLine(diff: FileDiff, line: number): number {
	let best: number | undefined;
	for (const changed of changedLines(diff)) {
		if (best === undefined || Math.abs(changed - line) < Math.abs(best - line)) best = changed;
	}
	return Math.max(1, best ?? 1);
}

function* changedLines({ hunks }: FileDiff): Generator<number> {
	for (const { newStart, lines } of hunks) {
		let at = newStart;
		for (const text of lines) {
			if (text.startsWith("+")) yield at;
			// Removed lines are shown at the line that follows them.
			if (text.startsWith("-")) yield Math.max(1, at);
			if (text.startsWith("+") || text.startsWith(" ")) at++;
		}
	}
}

function textAt({ hunks }: FileDiff, line: number): string {
	for (const { newStart, newLines, lines } of hunks) {
		if (line < newStart || line >= newStart + newLines) continue;
		let at = newStart;
		for (const text of lines) {
			if (!text.startsWith("+") && !text.startsWith(" ")) continue;
			if (at === line) return text.slice(1).trim();
			at++;
		}
	}
	return "";
}
