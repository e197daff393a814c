import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { readRegularFile } from "@oh-my-pi/pi-utils/files/read-regular-file";
import type { CommitProposal } from "./commit-proposal.ts";
import type { FileEdit, ProposedChanges } from "./repository-changes.ts";

const name = "CHANGELOG.md";

/** The nearest changelog above each changed file, unless it is changed itself or has changes that are not staged. */
export async function governingChangelogs(changes: ProposedChanges): Promise<readonly string[]> {
	const changed = new Set(changes.files.map(({ path }) => path));
	const found = new Set(changes.files.flatMap(({ path }) => nearest(path, changes.root) ?? []));
	const untouched: string[] = [];
	for (const path of found) {
		if (changed.has(path)) continue;
		const isTracked = (await changes.git(["ls-files", "--error-unmatch", "--", path])).code === 0;
		const isClean = (await changes.git(["diff", "--quiet", "--", path])).code === 0;
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

/** Adds the entries of a proposal to the changelogs that govern the change. */
export function changelogEdits(
	{ changelog }: CommitProposal,
	governing: readonly string[],
	root: string,
): readonly FileEdit[] {
	return governing.flatMap((path) => {
		const sections = changelog[path];
		const before = readFileOrUndefined(join(root, path));
		if (!sections || before === undefined) return [];
		const after = Object.entries(sections).reduce(
			(text, [section, entries]) => withEntries(text, section, entries),
			before,
		);
		return after === before ? [] : [{ path, before, after }];
	});
}

const unreleased = /^## \[?unreleased\]?.*$/im;

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
