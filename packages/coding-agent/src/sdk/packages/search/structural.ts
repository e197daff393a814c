import { statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { languageOfPath } from "@oh-my-pi/pi-natives/syntax/syntax";
import { rewriteFile } from "@oh-my-pi/pi-tools/ast-edit/rewrite";
import { checkTemplate } from "@oh-my-pi/pi-tools/ast-edit/template";
import { type ParseIssue, searchFiles } from "@oh-my-pi/pi-tools/code/find-matches";
import { defaultSummaryOptions, summarize } from "@oh-my-pi/pi-tools/read/summary/summarize";
import { atomicWrite } from "@oh-my-pi/pi-utils/files/atomic-write";
import { processHost } from "../../../process/process-host.ts";
import { findFiles } from "./find-files.ts";

interface SourcePlace {
	/** A file or folder; the current folder by default. */
	readonly path?: string;
	readonly glob?: string;
	readonly signal?: AbortSignal;
}

export interface AstGrepOptions extends SourcePlace {
	/** Such as `call($A, $$$REST)`. */
	readonly patterns: readonly string[];
	/** 50 by default. */
	readonly limit?: number;
	readonly offset?: number;
}

/** Places in files of known languages whose syntax matches a pattern; without what `.gitignore` names. */
export async function astGrep({ patterns, limit = 50, offset = 0, ...place }: AstGrepOptions) {
	const { files, signal } = await sourceFiles(place);
	const issues: ParseIssue[] = [];
	const all: AstMatch[] = [];
	for await (const { file, matches } of searchFiles(files, patterns, issues, signal)) {
		for (const { text, lineNumber, column, start, end, captures } of matches.flat()) {
			const metaVariables = Object.fromEntries(
				[...captures].map(([name, bound]) => [name, "text" in bound ? bound.text : bound.map((piece) => piece.text)]),
			);
			const place = { path: file.shownPath, startLine: lineNumber, startColumn: column, start, end };
			all.push({ ...place, text, metaVariables });
		}
	}
	const matches = all.slice(offset, offset + limit);
	return {
		matches,
		totalMatches: all.length,
		filesWithMatches: new Set(all.map(({ path }) => path)).size,
		filesSearched: files.length,
		limitReached: offset + matches.length < all.length,
		parseErrors: issues.map(({ path, reason }) => `${path}: ${reason}`),
	};
}

/** Lines and columns count from 1; `start` and `end` are places in the text with plain line ends. */
export interface AstMatch {
	readonly path: string;
	readonly text: string;
	readonly startLine: number;
	readonly startColumn: number;
	readonly start: number;
	readonly end: number;
	readonly metaVariables: Readonly<Record<string, string | readonly string[]>>;
}

export interface AstEditOptions extends SourcePlace {
	/** What replaces a pattern, by pattern. */
	readonly rewrites: Readonly<Record<string, string>>;
	/** Only tells what would change; the default. */
	readonly dryRun?: boolean;
}

/** Replaces what matches patterns, in all files or, if one cannot be worked out, in none. */
export async function astEdit({ rewrites, dryRun = true, ...place }: AstEditOptions) {
	const rules = Object.entries(rewrites).map(([pattern, template]) => ({ pattern, template }));
	for (const rule of rules) checkTemplate(rule);
	const { files, signal } = await sourceFiles(place);
	const issues: ParseIssue[] = [];
	const planned: Array<{ path: string; shownPath: string; text: string; changes: AstChange[] }> = [];
	const patterns = rules.map(({ pattern }) => pattern);
	for await (const searched of searchFiles(files, patterns, issues, signal)) {
		const { path, shownPath } = searched.file;
		const rewrite = rewriteFile(searched, rules);
		// A tree with errors in it may match anywhere.
		if (!rewrite || issues.some((issue) => issue.path === shownPath)) continue;
		const changes = rewrite.replacements.map(({ before, after, lineNumber, column }) => ({
			path: shownPath,
			before,
			after,
			startLine: lineNumber,
			startColumn: column,
		}));
		const hasWindowsLines = searched.tagged.includes("\r\n");
		if (hasWindowsLines && /(?<!\r)\n/.test(searched.tagged)) {
			issues.push({ path: shownPath, reason: "lines end in different ways; skipped" });
			continue;
		}
		const text = hasWindowsLines ? rewrite.text.replaceAll("\n", "\r\n") : rewrite.text;
		planned.push({ path, shownPath, text: searched.tagged.startsWith("\uFEFF") ? `\uFEFF${text}` : text, changes });
	}
	if (!dryRun) for (const { path, text } of planned) await atomicWrite(path, text);
	return {
		changes: planned.flatMap(({ changes }) => changes),
		fileChanges: planned.map(({ shownPath, changes }) => ({ path: shownPath, count: changes.length })),
		totalReplacements: planned.reduce((sum, { changes }) => sum + changes.length, 0),
		filesTouched: planned.length,
		filesSearched: files.length,
		applied: !dryRun,
		parseErrors: issues.map(({ path, reason }) => `${path}: ${reason}`),
	};
}

export interface AstChange {
	readonly path: string;
	readonly before: string;
	readonly after: string;
	readonly startLine: number;
	readonly startColumn: number;
}

export interface SummarizeCodeOptions {
	readonly code: string;
	/** Its ending names the language. */
	readonly path: string;
	readonly minBodyLines?: number;
	readonly minCommentLines?: number;
}

/** Declarations without their insides, as `read` shows long files. */
export async function summarizeCode({ code, path, ...limits }: SummarizeCodeOptions) {
	const lines = code.split("\n");
	const options = { ...defaultSummaryOptions, minTotalLines: 0, unfoldUntil: 0, unfoldLimit: 0, ...limits };
	const summary = await summarize(path, code, lines, options);
	const whole = lines.map((text, index) => ({ kind: "line" as const, line: index + 1, text }));
	return {
		language: languageOfPath(path)?.id,
		elided: summary !== undefined,
		totalLines: lines.length,
		elidedLines: summary?.elidedLines ?? 0,
		segments: summary?.rows ?? whole,
	};
}

async function sourceFiles({ path = ".", glob, signal = new AbortController().signal }: SourcePlace) {
	const target = resolve(processHost().cwd, path);
	const isFolder = statSync(target).isDirectory();
	const base = isFolder ? target : resolve(target, "..");
	const found = isFolder ? await findFiles(target, { pattern: glob }, signal) : [relative(base, target)];
	const files = found.flatMap((shownPath) => {
		const language = languageOfPath(shownPath);
		return language ? [{ path: join(base, shownPath), shownPath, language }] : [];
	});
	return { files, signal };
}
