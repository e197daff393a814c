import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { localRipgrep } from "@oh-my-pi/pi-natives/ripgrep/ripgrep";
import { countMatches, findMatches, isPatternError, patternArgs } from "@oh-my-pi/pi-natives/ripgrep/search";
import { resolveDirectories } from "../../process/directories.ts";
import { foreignText } from "../../process/terminal/terminal-text.ts";
import { CliError, CommandUsageError, UsageError } from "../../process/usage-error.ts";
import type { CliCommand } from "../../startup/command-entry.ts";
import type { FlagDefinition } from "../../startup/flags.data.ts";
import { parseArgs } from "../../startup/parse-args.ts";

export const flags = [
	{ name: "glob", alias: "g", kind: "string", value: "glob", help: "Only files that match" },
	{ name: "limit", alias: "l", kind: "string", value: "n", help: "Stop after this many files" },
	{ name: "context", alias: "C", kind: "string", value: "n", help: "Lines around each match" },
	{ name: "files", alias: "f", kind: "boolean", help: "Only file names" },
	{ name: "count", alias: "c", kind: "boolean", help: "Only the number of matching lines per file" },
	{ name: "no-gitignore", kind: "boolean", help: "Also search ignored files" },
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
] as const satisfies readonly FlagDefinition[];

const usage = `USAGE
  omp grep <pattern> [path] [-g glob] [-l n] [-C n] [-f | -c] [--no-gitignore]

  Searches text the way the search tool does and says on stderr how much was found and how long it took.
  Exits with 1 when nothing was found.
`;

export const grep: CliCommand = async (argv, host, io) => {
	const args = parseArgs(argv, flags);
	if (args.flags.has("help")) {
		await io.stdout.write(usage);
		return 0;
	}
	const [pattern, path = ".", ...more] = args.messages;
	if (pattern === undefined || more.length > 0) {
		throw new CommandUsageError("grep", "Expected a pattern and at most one path", usage);
	}
	const number = (name: string) => wholeNumber(args.flags.get(name), name);
	const glob = args.flags.get("glob");
	const limit = number("limit");
	const contextLines = number("context") ?? 0;
	await stat(resolve(host.cwd, path)).catch(() => {
		throw new CliError(`Path not found: ${resolve(host.cwd, path)}`);
	});
	const begun = performance.now();
	const ripgrep = localRipgrep({ searchPath: host.env.PATH, cacheFolder: resolveDirectories(host).cache });
	const isMultiline = pattern.includes("\n") || pattern.includes("\\n");
	const query = {
		patternArgs: [
			...patternArgs(pattern, { ignoreCase: false, multiline: isMultiline, literal: false }),
			...(typeof glob === "string" ? [`--glob=${glob}`] : []),
		],
		cwd: host.cwd,
		signal: new AbortController().signal,
	};
	const rules = { hidden: true, respectIgnore: !args.flags.has("no-gitignore"), nodeModules: false };
	const { counts, end } = await countMatches(ripgrep, { ...query, paths: [path], rules });
	if (isPatternError(end)) throw new CliError(end.errors.trim());
	const files = [...counts.keys()].sort().slice(0, limit);
	const write = (text: string) => io.stdout.write(foreignText(io.stdout, text));
	if (args.flags.has("count")) await write(files.map((file) => `${file}:${counts.get(file)}\n`).join(""));
	else if (args.flags.has("files")) await write(files.map((file) => `${file}\n`).join(""));
	else {
		const around = { contextBefore: contextLines, contextAfter: contextLines };
		const found = await findMatches(ripgrep, { ...query, files, ...around });
		for (const file of files) {
			const rows = found.files.get(file)?.rows ?? [];
			const lines = rows.map(({ lineNumber, text, isMatch }) => {
				const mark = isMatch ? ":" : "-";
				return `${file}${mark}${lineNumber}${mark}${text}\n`;
			});
			await write(lines.join(""));
		}
	}
	const matches = [...counts.values()].reduce((sum, count) => sum + count, 0);
	const rest = files.length < counts.size ? `, ${files.length} files shown` : "";
	const took = Math.round(performance.now() - begun);
	await io.stderr.write(`${matches} matching lines in ${counts.size} files${rest}, ${took} ms\n`);
	return counts.size > 0 ? 0 : 1;
};

function wholeNumber(value: string | true | undefined, name: string): number | undefined {
	if (typeof value !== "string") return undefined;
	if (/^\d{1,9}$/.test(value)) return Number(value);
	throw new UsageError(`--${name} must be a whole number; got "${value}"`);
}
