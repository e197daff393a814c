import { posix } from "node:path";
import { lineOf, type SourceTree, type Violation } from "./source-tree.ts";

const CHECKED =
	/^(?:README|AGENTS|ARCHITECTURE|CONTRIBUTING|GLOSSARY)\.md$|^docs\/.*\.md$|^packages\/[^/]+\/README\.md$/;

/** Every path in the documentation exists. */
export function checkDeadPaths(tree: SourceTree): Violation[] {
	const folders = collectFolders(tree);
	return [...tree].flatMap(([file, text]) => {
		if (!CHECKED.test(file)) return [];
		return mentionedPaths(text)
			.filter(
				({ path, isLink }) => !candidates(file, path, isLink, folders).some((name) => isThere(name, tree, folders)),
			)
			.map(({ path, line }) => ({ file, line, message: `names ${path}, which does not exist` }));
	});
}

interface Mention {
	readonly path: string;
	readonly line: number;
	readonly isLink: boolean;
}

function mentionedPaths(markdown: string): Mention[] {
	// Blanked instead of removed, to keep line numbers.
	const prose = markdown.replace(/^(```+|~~~+)[\s\S]*?^\1/gm, (block) => block.replace(/[^\n]/g, " "));
	const found = (pattern: RegExp, isLink: boolean) =>
		[...prose.matchAll(pattern)].map((match) => ({
			path: (match[1] ?? "").replace(/#.*$/, ""),
			line: lineOf(prose, match.index),
			isLink,
		}));
	const links = found(/\]\(([^)\s]+)\)/g, true).filter(({ path }) => path !== "" && !/^[a-z]+:/.test(path));
	const code = found(/`([^`\n]+)`/g, false).filter(({ path }) => looksLikePath(path));
	return [...links, ...code];
}

/** At least two plain segments; `<name>` and `…` are placeholders. */
function looksLikePath(text: string): boolean {
	return /^\.?[\w.*-]+(?:\/[\w.*-]+)+\/?$/.test(text);
}

/**
 * The paths a mention may refer to: relative to the root, the document's folder, or `packages/` (`ai/src/stream/stream.ts`).
 * One whose first segment is none of our folders is not about this repository.
 */
function candidates(file: string, path: string, isLink: boolean, folders: ReadonlySet<string>): string[] {
	const beside = posix.join(posix.dirname(file), path);
	if (isLink) return [path.startsWith("/") ? path.slice(1) : beside];
	const fromRoot = path.replace(/^\.\//, "");
	const first = path.split("/")[0] ?? "";
	const isOurs = [first, `packages/${first}`, posix.join(posix.dirname(file), first)].some((name) => folders.has(name));
	return isOurs ? [fromRoot, `packages/${fromRoot}`, beside] : [""];
}

function isThere(path: string, tree: SourceTree, folders: ReadonlySet<string>): boolean {
	const name = path.replace(/\/$/, "").replace(/^\.$/, "");
	if (name === "" || tree.has(name) || folders.has(name)) return true;
	if (!name.includes("*")) return false;
	const glob = new Bun.Glob(name);
	return [...tree.keys(), ...folders].some((existing) => glob.match(existing));
}

function collectFolders(tree: SourceTree): ReadonlySet<string> {
	const folders = new Set<string>();
	for (const path of tree.keys()) {
		for (let folder = posix.dirname(path); folder !== "."; folder = posix.dirname(folder)) folders.add(folder);
	}
	return folders;
}
