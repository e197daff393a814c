import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { maxConfigBytes, readRegularBytes } from "@oh-my-pi/pi-utils/files/read-regular-file";
import type { FileEdit } from "../changes/file-edit.ts";
import { literally } from "../changes/literal-paths.ts";
import type { ProposedChanges } from "../changes/repository-changes.ts";
import type { ChangelogChange, ChangelogProposal } from "../proposal/commit-proposal.ts";

const name = "CHANGELOG.md";

/** The nearest changelog above each changed file, unless it is changed itself or has changes that are not staged. */
export async function governingChangelogs(changes: ProposedChanges): Promise<readonly string[]> {
	const { units, root, repository } = changes;
	const changed = new Set(units.map(({ path }) => path));
	const found = new Set(units.flatMap(({ path }) => nearest(path, root) ?? []));
	const untouched: string[] = [];
	for (const path of found) {
		if (changed.has(path)) continue;
		const listed = await repository.text(["ls-files", "-v", "-z", "--", ...literally([path])]);
		// A marked file counts as unchanged, whatever is in it.
		const isTracked = listed === `H ${path}\0`;
		const isClean =
			(await repository.succeeds(["diff", "--quiet", "HEAD", "--", ...literally([path])])) &&
			(await repository.succeeds(["diff", "--quiet", "--cached", "--", ...literally([path])]));
		if (isTracked && isClean) untouched.push(path);
	}
	return untouched.sort();
}

function nearest(path: string, root: string): string | undefined {
	for (let folder = dirname(path); ; folder = dirname(folder)) {
		const candidate = folder === "." ? name : `${folder}/${name}`;
		const content = readFileOrUndefined(join(root, candidate));
		if (content !== undefined) return decodeText(content) === undefined ? undefined : candidate;
		if (folder === ".") return undefined;
	}
}

/** A link may lead out of the repository. */
function readFileOrUndefined(path: string): Buffer | undefined {
	try {
		return lstatSync(path).isFile() ? readRegularBytes(path, maxConfigBytes) : undefined;
	} catch {
		return undefined;
	}
}

/** Only what is the same bytes again when it is written. */
function decodeText(content: Uint8Array): string | undefined {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
	} catch {
		return undefined;
	}
}

/** Adds the entries of a proposal to the changelogs that govern the change, and removes those it makes untrue. */
export function changelogEdits(
	changelog: ChangelogProposal,
	governing: readonly string[],
	root: string,
): readonly FileEdit[] {
	return governing.flatMap((path) => {
		const change = changelog[path];
		const before = readFileOrUndefined(join(root, path));
		const text = before && decodeText(before);
		if (!change || !before || text === undefined) return [];
		const after = Buffer.from(withLineEndings(text, (lines) => withChange(lines, change)));
		return after.equals(before) ? [] : [{ path, before, after }];
	});
}

function withChange(before: string, { entries, removed }: ChangelogChange): string {
	return Object.entries(entries).reduce(
		(text, [section, added]) => withEntries(text, section, added),
		withoutEntries(before, removed),
	);
}

/** Where all lines end in CRLF, new ones do, too. In a file that mixes both, nothing else changes. */
function withLineEndings(text: string, edit: (text: string) => string): string {
	const isCrlf = text.includes("\r\n") && !/(?<!\r)\n/.test(text);
	return isCrlf ? edit(text.replaceAll("\r\n", "\n")).replaceAll("\n", "\r\n") : edit(text);
}

const unreleased = /^## \[?unreleased\]?.*$/im;

/** Only unreleased entries of one line, word for word: what was released stays as it was. */
function withoutEntries(text: string, removed: readonly string[]): string {
	const lines = text.split("\n");
	const start = lines.findIndex((line) => unreleased.test(line));
	if (start < 0 || removed.length === 0) return text;
	const next = lines.findIndex((line, index) => index > start && line.startsWith("## "));
	const end = next < 0 ? lines.length : next;
	const isRemoved = (line: string, index: number) =>
		index > start && index < end && /^[-*]\s/.test(line) && removed.includes(line.replace(/^[-*]\s*/, "").trim());
	const isAlone = (index: number) => !/^\s+\S/.test(lines[index + 1] ?? "");
	return lines.filter((line, index) => !(isRemoved(line, index) && isAlone(index))).join("\n");
}

function withEntries(text: string, section: string, entries: readonly string[]): string {
	const lines = withUnreleased(text).split("\n");
	const start = lines.findIndex((line) => unreleased.test(line));
	const next = lines.findIndex((line, index) => index > start && line.startsWith("## "));
	const end = next < 0 ? lines.length : next;
	const block = lines.slice(start + 1, end);
	const known = new Set(block.map((line) => line.replace(/^[-*]\s*/, "").trim()));
	const added = entries.filter((entry) => !known.has(entry)).map((entry) => `- ${entry}`);
	if (added.length === 0) return text;
	const heading = block.findIndex((line) => line.trim().toLowerCase() === `### ${section.toLowerCase()}`);
	if (heading < 0)
		return [
			...lines.slice(0, start + 1),
			"",
			`### ${section}`,
			"",
			...added,
			...trimmed(block),
			...lines.slice(end),
		].join("\n");
	let last = heading;
	for (let index = heading + 1; index < block.length && !block[index]?.startsWith("### "); index++) {
		if (block[index]?.trim() !== "") last = index;
	}
	if (last === heading) added.unshift("");
	return [
		...lines.slice(0, start + 1),
		...block.slice(0, last + 1),
		...added,
		...block.slice(last + 1),
		...lines.slice(end),
	].join("\n");
}

/** What follows begins with one blank line. */
function trimmed(block: readonly string[]): readonly string[] {
	const first = block.findIndex((line) => line.trim() !== "");
	return ["", ...(first < 0 ? [] : block.slice(first))];
}

function withUnreleased(text: string): string {
	if (unreleased.test(text)) return text;
	const first = /^## /m.exec(text)?.index ?? text.length;
	const before = text.slice(0, first).trimEnd();
	const rest = text.slice(first);
	return `${before === "" ? "# Changelog" : before}\n\n## [Unreleased]\n${rest === "" ? "" : `\n${rest}`}`;
}
