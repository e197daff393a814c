import type { FileDiff, Hunk } from "@oh-my-pi/pi-natives/git/parse-diff";

/** What one reviewer looks at. */
export interface ChangePart {
	/** From 1. */
	readonly number: number;
	/** With the paths of the files in it. */
	readonly paths: readonly string[];
	/** Hunks with the numbers of their new lines. */
	readonly text: string;
}

/** Divides a change by file, and a large file by hunk, into parts of about this many characters. */
export function splitChange(files: readonly FileDiff[], maxChars: number): readonly ChangePart[] {
	const parts: { paths: string[]; texts: string[]; chars: number }[] = [];
	for (const file of files) {
		for (const text of fileTexts(file, maxChars)) {
			const last = parts.at(-1);
			const fits = last !== undefined && last.chars + text.length <= maxChars;
			const part = fits ? last : { paths: [], texts: [], chars: 0 };
			if (!fits) parts.push(part);
			if (part.paths.at(-1) !== file.path) part.paths.push(file.path);
			part.texts.push(text);
			part.chars += text.length;
		}
	}
	return parts.map(({ paths, texts }, index) => ({ number: index + 1, paths, text: texts.join("\n") }));
}

/** A diff as reviewers see it: each line with its number in the new version, removed ones without. */
export function diffText(file: FileDiff): string {
	return [heading(file), ...file.hunks.map(hunkText)].join("\n");
}

function* fileTexts(file: FileDiff, maxChars: number): Generator<string> {
	const head = heading(file);
	let text = head;
	for (const piece of file.hunks.flatMap((hunk) => pieces(hunk, maxChars))) {
		const shown = hunkText(piece);
		if (text !== head && text.length + shown.length > maxChars) {
			yield text;
			text = head;
		}
		text += `\n${shown}`;
	}
	yield text;
}

const words: Readonly<Record<FileDiff["status"], string>> = {
	A: "added",
	M: "modified",
	D: "deleted",
	R: "renamed",
	C: "copied",
	T: "changed to another kind of file",
};

function heading({ path, oldPath, status, oldMode, newMode }: FileDiff): string {
	const from = oldPath === undefined ? "" : ` from ${oldPath}`;
	const mode =
		oldMode !== undefined && newMode !== undefined && oldMode !== newMode ? `, mode ${oldMode} → ${newMode}` : "";
	return `=== ${path} (${words[status]}${from}${mode})`;
}

/** A hunk that is longer than a part is cut between lines. */
function pieces(hunk: Hunk, maxChars: number): readonly Hunk[] {
	const found: Hunk[] = [];
	let { newStart, oldStart } = hunk;
	let lines: string[] = [];
	let chars = 0;
	const end = () => {
		const newLines = lines.filter((line) => !/^[-\\]/.test(line)).length;
		const oldLines = lines.filter((line) => !/^[+\\]/.test(line)).length;
		const header = found.length === 0 ? hunk.header : `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`;
		found.push({ header, oldStart, oldLines, newStart, newLines, lines });
		newStart += newLines;
		oldStart += oldLines;
		lines = [];
		chars = 0;
	};
	for (const line of hunk.lines) {
		if (chars + line.length + 10 > maxChars && lines.length > 0) end();
		lines.push(line);
		chars += line.length + 10;
	}
	if (lines.length > 0) end();
	return found;
}

function hunkText({ header, newStart, lines }: Hunk): string {
	let at = newStart;
	const shown = lines.map((line) => {
		const isNew = line.startsWith("+") || line.startsWith(" ");
		return `${(isNew ? String(at++) : "").padStart(6)} ${line}`;
	});
	return [header, ...shown].join("\n");
}
