import { setImmediate as nextTurn } from "node:timers/promises";
import { parseForPatterns, type StructuralNode } from "@oh-my-pi/pi-natives/syntax/structural-search";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { parseText } from "../files/mutate/text/text-file.ts";
import { loadText } from "../files/open/load-text.ts";
import { maxSnapshotBytes } from "../files/snapshots/snapshot-store.ts";
import { formatBytes } from "../output/format-bytes.ts";
import { literalWords, type MetaVariable, metaVariables } from "./pattern.ts";
import type { SourceFile } from "./source-files.ts";

/** A piece of source; places are in UTF-16 units of the file's text with plain line ends. */
export interface Piece {
	readonly start: number;
	readonly end: number;
	readonly text: string;
}

export interface StructuralMatch extends Piece {
	/** From 1. */
	readonly lineNumber: number;
	/** From 1. */
	readonly column: number;
	/** What the variables of the pattern stand for; lists may be empty. */
	readonly captures: ReadonlyMap<string, Piece | readonly Piece[]>;
}

export interface SearchedFile {
	readonly file: SourceFile;
	/** As edits see it. */
	readonly text: string;
	readonly tagged: string;
	/** For each pattern asked for, in their order. */
	readonly matches: ReadonlyArray<readonly StructuralMatch[]>;
}

export interface ParseIssue {
	readonly path: string;
	readonly reason: string;
}

/** Goes through files one by one, and lets others have a turn in between. */
export async function* searchFiles(
	files: readonly SourceFile[],
	patterns: readonly string[],
	issues: ParseIssue[],
	signal: AbortSignal,
): AsyncGenerator<SearchedFile> {
	const prepared = patterns.map((pattern) => ({
		pattern,
		words: literalWords(pattern),
		variables: metaVariables(pattern),
	}));
	for (const [index, file] of files.entries()) {
		signal.throwIfAborted();
		if (index % 16 === 15) await nextTurn();
		const loaded = await loadText(file.path, { maxBytes: maxSnapshotBytes }).catch(() => undefined);
		if (loaded?.kind === "too-large")
			issues.push({ path: file.shownPath, reason: `too large to be searched (${formatBytes(loaded.bytes)})` });
		if (loaded?.kind !== "text") continue;
		const { text } = parseText(loaded.text);
		const wanted = prepared.filter(({ words }) => words.every((word) => text.includes(word)));
		if (wanted.length === 0) continue;
		const searched = await searchText(file, text, wanted, issues);
		const matches = prepared.map((one) => searched.get(one.pattern) ?? []);
		yield { file, text, tagged: loaded.text, matches };
	}
}

interface PreparedPattern {
	readonly pattern: string;
	readonly variables: readonly MetaVariable[];
}

async function searchText(file: SourceFile, text: string, patterns: readonly PreparedPattern[], issues: ParseIssue[]) {
	const found = new Map<string, readonly StructuralMatch[]>();
	const root = await parseForPatterns(file.language, text);
	if (!root) {
		issues.push({ path: file.shownPath, reason: `no grammar for ${file.language.id} is installed` });
		return found;
	}
	try {
		const top = root.root();
		for (const { pattern, variables } of patterns) {
			try {
				found.set(
					pattern,
					top.findAll(pattern).map((node) => toMatch(node, variables)),
				);
			} catch (error) {
				issues.push({ path: file.shownPath, reason: errorMessage(error) });
			}
		}
		const broken = top.find({ rule: { kind: "ERROR" } });
		if (broken)
			issues.push({ path: file.shownPath, reason: `syntax error near line ${broken.range().start.line + 1}` });
	} finally {
		root.free();
	}
	return found;
}

function toMatch(node: StructuralNode, variables: readonly MetaVariable[]): StructuralMatch {
	const { start } = node.range();
	const captures = new Map<string, Piece | readonly Piece[]>();
	for (const { name, isList } of variables) {
		if (isList) captures.set(name, node.getMultipleMatches(name).map(toPiece));
		else {
			const bound = node.getMatch(name);
			if (bound) captures.set(name, toPiece(bound));
		}
	}
	return { ...toPiece(node), lineNumber: start.line + 1, column: start.column + 1, captures };
}

function toPiece(node: StructuralNode): Piece {
	const { start, end } = node.range();
	return { start: start.index, end: end.index, text: node.text() };
}
