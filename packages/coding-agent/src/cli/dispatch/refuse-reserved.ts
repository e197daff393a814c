import { UsageError } from "../../process/usage-error.ts";
import { launchFlags } from "../../startup/flags.data.ts";
import { firstPositional, parseArgs } from "../../startup/parse-args.ts";
import { foreignCommands, loneWords, plannedCommands } from "./reserved-commands.data.ts";

/** Throws for words that name a command omp does not have: they must not become a prompt. After `-p` or `--` they are one. */
export function refuseReserved(argv: readonly string[]): void {
	const first = firstPositional(argv, launchFlags);
	const name = argv[first];
	if (name === undefined) return;
	const flags = argv.slice(0, first);
	if (flags.some((flag) => flag === "-p" || flag === "--print" || /^--export(=|$)/.test(flag))) return;
	refuseName(name, argv.slice(first), () => isAlone(argv));
}

/** `omp help serve` and `omp serve --help`. */
export function refuseTopic(name: string | undefined, rest: readonly string[]): void {
	if (name !== undefined) refuseName(name, rest, () => false);
}

function refuseName(name: string, rest: readonly string[], isOnly: () => boolean): void {
	const words = rest.filter((token) => token !== "--help" && token !== "-h");
	const asMessage = `omp -- ${messageWords(name, words)}`;
	if (plannedCommands.includes(name)) {
		throw new UsageError(`omp ${name} is not available yet. To send the words as a message: ${asMessage}`);
	}
	const isReserved = Object.hasOwn(foreignCommands, name) || (Object.hasOwn(loneWords, name) && isOnly());
	if (!isReserved) return;
	const instead = foreignCommands[name] ?? loneWords[name];
	const hint = instead === undefined ? "" : ` Did you mean: ${instead}?`;
	throw new UsageError(`omp has no command "${name}".${hint} To send it as a message: ${asMessage}`);
}

/** Files and further words make a message of it. */
function isAlone(argv: readonly string[]): boolean {
	const { messages, files } = parseArgs(argv, launchFlags, () => {});
	return messages.length === 1 && files.length === 0;
}

const maxShown = 200;

/** As they would be typed. */
function messageWords(name: string, words: readonly string[]): string {
	const typed = words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`));
	const all = typed.join(" ");
	const isPlain = all.length <= maxShown && !/\p{Cc}/u.test(all);
	return isPlain ? all : name;
}
