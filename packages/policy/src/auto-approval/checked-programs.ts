import type { Argument, Place } from "../expand/argument.ts";
import { unknown } from "../expand/expand-word.ts";
import { curlOptions, wgetOptions } from "../options/network.data.ts";
import { optionTable } from "../options/option-table.ts";
import { hasOption, optionValues, type ParsedArguments, parseArguments } from "../options/parse-arguments.ts";
import { isOwnVariable, isPlainSetting } from "../programs/variables.data.ts";
import { readsWhatever } from "../read-only/read-only.ts";
import { isPlainAwkProgram } from "./awk-subset.ts";
import { isPlainSedScript } from "./sed-subset.ts";
import { isPlainDotCommand, isPlainQuery } from "./sql-subset.ts";
import { parsedBy, whyNotWritten } from "./usage/check-usage.ts";

/** Programs that are free for some uses, which take a closer look. Each gives the reason why not. */
export type Look = (args: readonly Argument[], place: Place) => string | undefined;

const moreThanPrints = "Runs an awk program that may do more than print";

/** Without files of programs, other programs, and files written. */
export const whyNotAwk: Look = (args) => {
	const parsed = parseArguments(args, optionTable("-F= -v="), { stopsAtOperand: true });
	if (typeof parsed === "string") return moreThanPrints;
	const [code, ...files] = parsed.operands;
	const isPlain = code !== undefined && !code.text.includes(unknown) && isPlainAwkProgram(code.text);
	// Some versions connect to machines by the name of a file.
	return isPlain && files.every(({ text }) => !/\/inet/.test(text)) ? undefined : moreThanPrints;
};

const sedOptions = `-n/--quiet/--silent -E/-r/--regexp-extended -e/--expression= -i[=] --in-place[=] -s/--separate -z/--null-data -u/--unbuffered
	--posix --sandbox`;

/** Commands that print, delete and replace; files are changed only where edits may. */
export const whyNotSed: Look = (args, place) => {
	const parsed = parseArguments(args, optionTable(sedOptions));
	if (typeof parsed === "string") return "Runs a sed script that may do more than replace text";
	const expressions = optionValues(parsed, "-e", "--expression");
	// BSD's `-i ''` has its suffix in the next word.
	const operands = parsed.operands.filter(({ text }) => text !== "");
	const scripts = expressions.length > 0 ? expressions : operands.slice(0, 1);
	const script = scripts.map(({ text }) => text).join("\n");
	const isPlain = scripts.length > 0 && !script.includes(unknown) && isPlainSedScript(script);
	const suffixes = optionValues(parsed, "-i", "--in-place");
	if (!isPlain || !suffixes.every(({ text }) => /^[\w.~-]*$/.test(text)))
		return "Runs a sed script that may do more than replace text";
	const files = expressions.length > 0 ? operands : operands.slice(1);
	return hasOption(parsed, "-i", "--in-place") ? whyNotWritten(files, place) : undefined;
};

/** A request to this machine, with its answer on the screen or in a file that may be written. */
export const whyNotCurl: Look = (args, place) => {
	const parsed = parsedBy(curlOptions, args, place);
	if (typeof parsed === "string") return parsed;
	// It can write a file of its own choice.
	if (optionValues(parsed, "-w", "--write-out").some(({ text }) => /%output|^@|\0/.test(text)))
		return "Writes a file named by a format";
	return whyNotLocal([...parsed.operands, ...optionValues(parsed, "--url")]);
};

export const whyNotWget: Look = (args, place) => {
	const parsed = parsedBy(wgetOptions, args, place);
	if (typeof parsed === "string") return parsed;
	// Otherwise the address decides the name of the file.
	if (!hasOption(parsed, "-O", "--output-document", "--spider")) return "Writes a file named by an address";
	return whyNotLocal(parsed.operands);
};

function whyNotLocal(addresses: readonly Argument[]): string | undefined {
	const found = addresses.find(
		({ text }) =>
			!/^(?:https?:\/\/)?(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0)(?::\d+)?(?:[/?#][^\0]*)?$/.test(text),
	);
	return found && `Reaches another machine: ${found.shown}`;
}

/** `read -r name`: a variable of the shell's own. */
export const whyNotReadLine: Look = (args) => {
	const isPlain = args.every(({ text, isLiteral }) => isLiteral && (text === "-r" || isOwnVariable(text)));
	return isPlain ? undefined : "Reads into a variable that programs go by";
};

/** `export NAME=value` with a name that nobody runs, and a value that could not be run. */
export const whyNotExport: Look = (args) => {
	const found = args.find(({ text }) => {
		const [, name = "", value = ""] = /^([A-Za-z_]\w*)(?:=([\s\S]*))?$/.exec(text) ?? [];
		return name === "" || !(isOwnVariable(name) || isPlainSetting(name, value));
	});
	return found && `Sets a variable that programs go by: ${found.shown}`;
};

/** The environment that the project's own Python was given. */
export const whyNotSource: Look = (args) => {
	const isVenv = args.length === 1 && /^(?:\.\/)?\.?venv\/bin\/activate$/.test(args[0]?.text ?? "");
	return isVenv ? undefined : `Runs a file: ${args[0]?.shown}`;
};

const xargsOptions =
	"-0/--null -n/--max-args= -I= -P/--max-procs= -L= -d/--delimiter= -r/--no-run-if-empty -t/--verbose -s= -x";

/** Only programs that may be given anything. */
export const whyNotXargs: Look = (args) => {
	const parsed = parseArguments(args, optionTable(xargsOptions), { stopsAtOperand: true });
	if (typeof parsed === "string") return parsed;
	const program = parsed.operands[0]?.text ?? "echo";
	return program === "echo" || readsWhatever(program) ? undefined : `Runs on what is not known: xargs ${program}`;
};

const tarOptions = `-c/--create -t/--list -z/--gzip -j/--bzip2 -J/--xz -v/--verbose -f/--file= -a/--auto-compress --zstd --exclude= --exclude-vcs
	-h/--dereference -p --numeric-owner`;

/** Looking into archives, and making one in the project. */
export const whyNotArchive: Look = (args, place) => {
	const [first, ...rest] = args;
	// The letters of old go without a dash.
	const isOld = first !== undefined && /^[a-zA-Z]+$/.test(first.text);
	const parsed = parseArguments(
		isOld ? [{ ...first, text: `-${first.text}` }, ...rest] : args,
		optionTable(tarOptions),
	);
	if (typeof parsed === "string") return "Unpacks files or runs a program on them";
	const archives = optionValues(parsed, "-f", "--file");
	const remote = archives.find(({ text }) => text.includes(":") || text.includes(unknown));
	if (remote) return `Reaches another machine: ${remote.shown}`;
	if (hasOption(parsed, "-t", "--list") && !hasOption(parsed, "-c", "--create")) return undefined;
	if (!hasOption(parsed, "-c", "--create")) return "Unpacks files or runs a program on them";
	return whyNotWritten(archives, place) ?? whyNotMembers(parsed, place);
};

function whyNotMembers({ operands }: ParsedArguments, place: Place): string | undefined {
	const outside = operands.find(({ text }) => text.includes(unknown) || !place.isInside(text));
	return outside && `Outside the project: ${outside.shown}`;
}

const sqliteOptions = `-header -noheader -csv -json -column -line -list -box -table -markdown -readonly -batch -separator= -nullvalue= -version`;

/** A question to a database, and nothing on its input, which could be commands of its shell. */
export const whyNotSqlite: Look = (args, place) => {
	const parsed = parseArguments(args, optionTable(sqliteOptions), { singleDash: true });
	if (typeof parsed === "string") return parsed;
	const [database, ...lines] = parsed.operands;
	if (database === undefined || lines.length === 0)
		return hasOption(parsed, "-version") ? undefined : "Reads SQL from its input";
	if (database.text.includes(unknown) || /^file:|^\|/.test(database.text))
		return `Runs code omp can't check: ${database.shown}`;
	if (!place.isInside(database.text)) return `Outside the project: ${database.shown}`;
	const odd = lines.find(({ text }) => !isPlainDotCommand(text) && !isPlainQuery(text));
	return odd && `Runs SQL that may change something: ${odd.shown}`;
};
