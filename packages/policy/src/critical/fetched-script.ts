import { argumentsOf, type FoundCommand, listOperands } from "../commands/found-command.ts";
import { takesCodeFromInput } from "../commands/hidden-code.ts";
import { type Field, unknown } from "../expand/expand-word.ts";
import type { Script, Stage } from "../parse/syntax.ts";
import { findInterpreter, shells } from "../programs/wrappers.data.ts";
import type { CriticalRule } from "./critical.ts";
import { resolveFieldPath, writtenFiles } from "./paths.ts";

/** Code from the network that is run unseen: through a pipe, a substitution or a file. */
export const runsFetchedScript: CriticalRule = (command, all) =>
	((takesCodeFromInput(command) || takesLineFromInput(command)) && isFed(command)) ||
	isShellOnNetwork(command) ||
	runsFetchedText(command) ||
	runsFetchedFile(command, all);

/** As `xargs bash -c` completes it. */
function takesLineFromInput(command: FoundCommand): boolean {
	return shells.has(command.name) && /^-\w*c$/.test(argumentsOf(command).at(-1) ?? "");
}

function isFed(command: FoundCommand): boolean {
	const input = command.redirections.filter(({ operator }) => operator.startsWith("<"));
	return command.pipedFrom.some(isFetcher) || input.some(({ target }) => target.scripts.some(fetches));
}

/** `bash -i >& /dev/tcp/host/port 0>&1`. */
function isShellOnNetwork(command: FoundCommand): boolean {
	const isShell = shells.has(command.name) || command.name === "exec" || takesCodeFromInput(command);
	return isShell && command.redirections.some(({ target }) => /^\/dev\/(?:tcp|udp)\//.test(target.text));
}

/** `bash -c "$(curl …)"`, `eval "$(curl …)"`, `source <(curl …)`, `bash <(curl …)`. */
function runsFetchedText(command: FoundCommand): boolean {
	const isCode =
		shells.has(command.name) || findInterpreter(command.name) || ["eval", "source", "."].includes(command.name);
	if (/^(?:pwsh|powershell)$/.test(command.name)) return fetchesInPowerShell.test(argumentsOf(command).join(" "));
	if (!isCode) return false;
	if (command.fields.slice(1).some(({ scripts }) => scripts.some(fetches))) return true;
	return command.name === "deno" && listOperands(command).some(({ text }) => /^https?:/.test(text));
}

function runsFetchedFile(command: FoundCommand, all: readonly FoundCommand[]): boolean {
	const paths = filesRun(command).flatMap((file) => resolveFieldPath(file, { cwd: command.cwd ?? "/" }) ?? []);
	if (paths.length === 0) return false;
	const at = all.indexOf(command);
	return fetchesIn(all).some(({ index, saved }) => index < at && saved.some((path) => paths.includes(path)));
}

interface Fetch {
	readonly index: number;
	/** The files it saves to. */
	readonly saved: readonly string[];
}

const knownFetches = new WeakMap<readonly FoundCommand[], readonly Fetch[]>();

/** The fetches among the commands of a line, looked for once and not again for each of its commands. */
function fetchesIn(all: readonly FoundCommand[]): readonly Fetch[] {
	const known = knownFetches.get(all);
	if (known) return known;
	const fetches = all.flatMap((command, index) =>
		isFetcher(command) || command.pipedFrom.some(isFetcher) ? [{ index, saved: savedAs(command) }] : [],
	);
	knownFetches.set(all, fetches);
	return fetches;
}

const fetchesInPowerShell = /\b(?:iex|Invoke-Expression)\b/i;

/** As a script, on the input, or by `cat` before a pipe. */
function filesRun(command: FoundCommand): Pick<Field, "text">[] {
	const [name] = command.fields;
	const isCode = shells.has(command.name) || findInterpreter(command.name) || ["source", "."].includes(command.name);
	if (!isCode) return name?.text.includes("/") ? [name] : [];
	const input = command.redirections.filter(({ operator }) => operator === "<").map(({ target }) => target);
	const piped = takesCodeFromInput(command)
		? command.pipedFrom.filter(({ name }) => name === "cat").flatMap(listOperands)
		: [];
	return [...listOperands(command).slice(0, 1), ...input, ...piped];
}

function savedAs(command: FoundCommand): string[] {
	const { fields } = command;
	const named = fields.filter((_, at) =>
		/^(?:-o|-O|--output|--output-document|--out)$/.test(fields[at - 1]?.text ?? ""),
	);
	const joined = fields.flatMap((field) => {
		const text = /^(?:-[oO]|--output(?:-document)?=)([^-].*)$/.exec(field.text)?.[1];
		return text === undefined ? [] : [{ text }];
	});
	// Without a name, the file is called as in the address.
	const remote = listOperands(command).flatMap(({ text }) =>
		/^[a-z]+:\/\/.*\/[^/]+$/.test(text) ? [{ text: text.replace(/[?#].*$/, "").replace(/^.*\//, "") }] : [],
	);
	const copied = command.name === "tee" || command.name === "scp" ? listOperands(command) : [];
	return [...named, ...joined, ...writtenFiles(command), ...copied, ...remote].flatMap(
		(field) => resolveFieldPath(field, { cwd: command.cwd ?? "/" }) ?? [],
	);
}

const fetchers = new Set([
	"curl",
	"wget",
	"fetch",
	"aria2c",
	"http",
	"https",
	"xh",
	"lynx",
	"lwp-request",
	"GET",
	"nc",
	"ncat",
	"scp",
	"socat",
	"telnet",
]);

function isFetcher(command: FoundCommand): boolean {
	return fetchers.has(command.name) || command.fields.some(({ scripts }) => scripts.some(fetches));
}

/** Whether a fetcher is anywhere in it. */
function fetches(script: Script): boolean {
	return script.items.some(({ pipeline }) => pipeline.stages.some(stageFetches));
}

function stageFetches(stage: Stage): boolean {
	if (stage.kind === "function") return stageFetches(stage.body);
	if (stage.kind === "compound") return stage.bodies.some(fetches);
	return stage.words.some(({ parts, raw }) => {
		const text = parts.map((part) => (part.kind === "text" ? part.text : unknown)).join("");
		const isNamed = fetchers.has(text.slice(text.lastIndexOf("/") + 1)) && raw !== "";
		return (
			isNamed || parts.some((part) => (part.kind === "command" || part.kind === "process") && fetches(part.script))
		);
	});
}
