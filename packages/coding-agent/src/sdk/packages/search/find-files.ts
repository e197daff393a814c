import { localRipgrep } from "@oh-my-pi/pi-natives/ripgrep/ripgrep";
import { resolveDirectories } from "../../../process/directories.ts";
import { processHost } from "../../../process/process-host.ts";

export interface FileMatch {
	readonly path: string;
	readonly lineNumber: number;
	readonly text: string;
}

export interface TextSearch {
	readonly pattern: string;
	/** A file or folder. */
	readonly target: string;
	readonly base: string;
	readonly glob?: string | undefined;
	readonly ignoreCase?: boolean | undefined;
	readonly literal?: boolean | undefined;
}

/** Lines that match, by path; without what `.gitignore` names. */
export async function findText(search: TextSearch, signal?: AbortSignal): Promise<FileMatch[]> {
	const { pattern, target, base, glob, ignoreCase, literal } = search;
	const flags = [
		...(ignoreCase ? ["--ignore-case"] : []),
		...(literal ? ["--fixed-strings"] : []),
		...(glob ? ["--glob", glob] : []),
	];
	const args = ["--json", "--hidden", "--glob", "!.git", "--sort", "path", ...flags, "--", pattern, target];
	const lines = await ripgrepLines(args, base, signal);
	return lines.flatMap((line) => {
		const { type, data } = JSON.parse(line);
		if (type !== "match" || typeof data.path.text !== "string") return [];
		return [
			{ path: data.path.text, lineNumber: data.line_number, text: (data.lines.text ?? "").replace(/\r?\n$/, "") },
		];
	});
}

/** Files relative to a folder, by path; without what `.gitignore` names. */
export function findFiles(
	folder: string,
	{ pattern, hidden = true }: { readonly pattern?: string | undefined; readonly hidden?: boolean | undefined },
	signal?: AbortSignal,
): Promise<string[]> {
	const flags = [...(hidden ? ["--hidden"] : []), ...(pattern === undefined ? [] : ["--glob", pattern])];
	return ripgrepLines(["--files", ...flags, "--glob", "!.git", "--sort", "path"], folder, signal);
}

async function ripgrepLines(
	args: readonly string[],
	cwd: string,
	signal: AbortSignal = new AbortController().signal,
): Promise<string[]> {
	const host = processHost();
	const ripgrep = localRipgrep({ searchPath: host.env.PATH, cacheFolder: resolveDirectories(host).cache });
	const printed: Uint8Array[] = [];
	const { exitCode, errors } = await ripgrep.run(args, { cwd, signal, onData: (bytes) => printed.push(bytes) });
	if (exitCode > 1 && printed.length === 0) throw new Error(errors.trim() || `ripgrep ended with ${exitCode}`);
	return Buffer.concat(printed).toString().split("\n").filter(Boolean);
}
