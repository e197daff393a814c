import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { readRegularFile } from "@oh-my-pi/pi-utils/files/read-regular-file";
import type { FileEdit } from "../changes/file-edit.ts";
import type { ProposedChanges } from "../changes/repository-changes.ts";
import type { ChangelogProposal } from "../proposal/commit-proposal.ts";

const name = "CHANGELOG.md";

/** The nearest changelog above each changed file, unless it is changed itself or has changes that are not staged. */
export async function governingChangelogs(changes: ProposedChanges): Promise<readonly string[]> {
	const { units, root, repository } = changes;
	const changed = new Set(units.map(({ path }) => path));
	const found = new Set(units.flatMap(({ path }) => nearest(path, root) ?? []));
	const untouched: string[] = [];
	for (const path of found) {
		if (changed.has(path)) continue;
		const isTracked = await repository.succeeds(["ls-files", "--error-unmatch", "--", path]);
		const isClean = await repository.succeeds(["diff", "--quiet", "--", path]);
		if (isTracked && isClean) untouched.push(path);
	}
	return untouched.sort();
}

function nearest(path: string, root: string): string | undefined {
	for (let folder = dirname(path); ; folder = dirname(folder)) {
		const candidate = folder === "." ? name : `${folder}/${name}`;
		if (readFileOrUndefined(join(root, candidate)) !== undefined) return candidate;
		if (folder === ".") return undefined;
	}
}

/** A link may lead out of the repository. */
function readFileOrUndefined(path: string): string | undefined {
	try {
		return lstatSync(path).isFile() ? readRegularFile(path) : undefined;
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
		if (!change || before === undefined) return [];
		const after = Object.entries(change.entries).reduce(
			(text, [section, entries]) => withEntries(text, section, entries),
			withoutEntries(before, change.removed),
		);
		return after === before ? [] : [{ path, before, after }];
	});
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
