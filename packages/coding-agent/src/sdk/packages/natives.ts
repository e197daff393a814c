import { statSync } from "node:fs";
import { resolve } from "node:path";
import { readClipboardImage } from "@oh-my-pi/pi-natives/clipboard";
import { detectImageType } from "@oh-my-pi/pi-natives/image/image";
import { listProcesses } from "@oh-my-pi/pi-natives/process/process-list";
import { killTree as endTree, treeRoot } from "@oh-my-pi/pi-natives/process/process-tree";
import { sessionShell } from "@oh-my-pi/pi-tools/bash/run/session-shell";
import { fuzzyScore } from "@oh-my-pi/pi-tui/widgets/fuzzy";
import { processHost } from "../../process/process-host.ts";
import { findFiles, findText } from "./search/find-files.ts";

/** What extensions import from `@oh-my-pi/pi-natives`. */
export { matchesKey, parseKey } from "@oh-my-pi/pi-tui/input/parse-key";
export { sliceWithWidth } from "@oh-my-pi/pi-tui/text/slice";
export { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
export { visibleWidth } from "@oh-my-pi/pi-tui/text/visible-width";
export { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
export { copyToClipboard, resizeImage } from "./coding-agent/helpers.ts";
export { type PtyCommand, type PtyResult, PtySession } from "./pty-session.ts";
export { highlightCode } from "./search/highlight-code.ts";
export {
	type AstChange,
	type AstEditOptions,
	type AstGrepOptions,
	type AstMatch,
	astEdit,
	astGrep,
	type SummarizeCodeOptions,
	summarizeCode,
} from "./search/structural.ts";

export interface GrepOptions {
	readonly pattern: string;
	/** The current folder by default. */
	readonly path?: string;
	readonly glob?: string;
	readonly ignoreCase?: boolean;
	readonly maxCount?: number;
	readonly signal?: AbortSignal;
}

/** Lines that match a regular expression; without what `.gitignore` names. */
export async function grep({ pattern, path = ".", glob: only, ignoreCase, maxCount, signal }: GrepOptions) {
	const target = resolve(processHost().cwd, path);
	const base = statSync(target).isDirectory() ? target : resolve(target, "..");
	const all = await findText({ pattern, target, base, glob: only, ignoreCase }, signal);
	const kept = all.slice(0, maxCount);
	return {
		matches: kept.map(({ path: file, lineNumber, text: line }) => ({ path: file, lineNumber, line })),
		totalMatches: all.length,
		filesWithMatches: new Set(all.map((match) => match.path)).size,
		limitReached: kept.length < all.length,
	};
}

export interface GlobOptions {
	readonly pattern: string;
	readonly path?: string;
	readonly hidden?: boolean;
	readonly maxResults?: number;
	readonly signal?: AbortSignal;
}

/** Files that match a glob, relative to the folder; without what `.gitignore` names. */
export async function glob({ pattern, path = ".", hidden = false, maxResults, signal }: GlobOptions) {
	const all = await findFiles(resolve(processHost().cwd, path), { pattern, hidden }, signal);
	return { matches: all.slice(0, maxResults).map((file) => ({ path: file })), totalMatches: all.length };
}

export interface FuzzyFindOptions {
	readonly query: string;
	readonly path?: string;
	readonly hidden?: boolean;
	/** 100 by default. */
	readonly maxResults?: number;
	readonly signal?: AbortSignal;
}

/** Files whose path is like the query, the best first. */
export async function fuzzyFind({ query, path = ".", hidden = false, maxResults = 100, signal }: FuzzyFindOptions) {
	const files = await findFiles(resolve(processHost().cwd, path), { hidden }, signal);
	const scored = files.flatMap((file) => {
		const score = fuzzyScore(query, file);
		return score === undefined ? [] : [{ path: file, score }];
	});
	const matches = scored.toSorted((a, b) => b.score - a.score).slice(0, maxResults);
	return { matches, totalMatches: scored.length };
}

export interface ShellCommand {
	readonly command: string;
	readonly cwd?: string;
	/** For this command only. */
	readonly env?: Readonly<Record<string, string>>;
	readonly timeoutMs?: number;
	readonly signal?: AbortSignal;
}

export interface ShellCommandResult {
	/** Absent when it was ended. */
	readonly exitCode?: number;
	readonly cancelled: boolean;
	readonly timedOut: boolean;
}

/** A shell that stays between commands: variables and functions that one sets are there in the next. */
export class Shell implements AsyncDisposable {
	readonly #shell = sessionShell(processHost());

	/** The output comes in pieces, stdout and stderr as they are written. */
	async run(command: ShellCommand, onChunk: (text: string) => void = () => {}): Promise<ShellCommandResult> {
		const { cwd, env } = processHost();
		const late = command.timeoutMs === undefined ? undefined : AbortSignal.timeout(command.timeoutMs);
		const signals = [command.signal, late].filter((signal) => signal !== undefined);
		const decoder = new TextDecoder();
		const signal = AbortSignal.any(signals);
		const { exitCode } = await this.#shell
			.run(command.command, {
				cwd: command.cwd ?? cwd,
				env,
				...(command.env && { variables: command.env }),
				signal,
				onData: (bytes) => onChunk(decoder.decode(bytes, { stream: true })),
			})
			.catch((error: unknown) => {
				// Ended before the shell was there.
				if (signal.aborted) return { exitCode: null };
				throw error;
			});
		return {
			...(exitCode !== null && { exitCode }),
			cancelled: command.signal?.aborted ?? false,
			timedOut: late?.aborted ?? false,
		};
	}

	[Symbol.asyncDispose](): Promise<void> {
		return this.#shell[Symbol.asyncDispose]();
	}
}

/** One command in a shell of its own. */
export async function executeShell(
	command: ShellCommand,
	onChunk?: (text: string) => void,
): Promise<ShellCommandResult> {
	await using shell = new Shell();
	return await shell.run(command, onChunk);
}

/** `null` when the clipboard has no image. */
export async function readImageFromClipboard(): Promise<{ data: Uint8Array; mimeType: string } | null> {
	const data = await readClipboardImage(processHost().env);
	const mimeType = data && detectImageType(data);
	return data && mimeType ? { data, mimeType } : null;
}

export async function htmlToMarkdown(html: string, url = "about:blank"): Promise<string> {
	const { pageMarkdown } = await import("@oh-my-pi/pi-tools/web/html/html-markdown");
	return pageMarkdown(html, url).markdown;
}

/** Ends a process and all it has started: SIGTERM first, then SIGKILL. */
export function killTree(pid: number, { graceMs = 2000 }: { readonly graceMs?: number } = {}): Promise<void> {
	return endTree(treeRoot(pid), { graceMs });
}

/** What a process has started, and what that has started. */
export async function listDescendants(pid: number): Promise<number[]> {
	const all = await listProcesses();
	const found = new Set([pid]);
	for (let size = 0; size < found.size; ) {
		size = found.size;
		for (const process of all) if (found.has(process.parentPid)) found.add(process.pid);
	}
	found.delete(pid);
	return [...found];
}
