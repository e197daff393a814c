import type { CliStyle } from "../../process/terminal/style.ts";
import type { CommandEntry } from "../../startup/command-entry.ts";
import { type FlagDefinition, launchFlags } from "../../startup/flags.data.ts";
import { flagUsage, rows } from "./flag-rows.ts";

/** The short help, which fits 24 rows of 80 columns. */
export function shortHelp(commands: readonly CommandEntry[], { heading }: CliStyle): string {
	const flags: readonly FlagDefinition[] = launchFlags;
	const common = flags.flatMap(
		(flag): Array<[string, string]> => (flag.brief === undefined ? [] : [[flagUsage(flag), flag.brief]]),
	);
	const listed = commands.filter(({ isCommon }) => isCommon);
	const others = commands.filter(({ isCommon, isAlias }) => !isCommon && !isAlias).map(({ name }) => name);
	return [
		`${heading("omp")}: a coding agent in your terminal`,
		`${heading("Usage:")} omp [flags] [messages…] [@files…]    omp "fix this" @build.log`,
		"       omp <command> [flags]               git diff | omp -p review",
		"",
		heading("Flags:"),
		...rows(common),
		"",
		heading("Commands:"),
		...rows(listed.map(({ name, summary }) => [name, summary])),
		...wrapped("  more: ", others),
		"",
		`${heading("More:")} omp --help all, omp <command> --help; /help in a session`,
		"",
	].join("\n");
}

const columns = 80;

function wrapped(start: string, words: readonly string[]): string[] {
	const lines = [start];
	for (const [index, word] of words.entries()) {
		const piece = index < words.length - 1 ? `${word} ` : word;
		const last = lines.at(-1) ?? "";
		if (last.length + piece.trimEnd().length > columns) lines.push(" ".repeat(start.length) + piece);
		else lines[lines.length - 1] = last + piece;
	}
	return words.length > 0 ? lines.map((line) => line.trimEnd()) : [];
}
