import { unknown } from "../expand-word.ts";
import { argumentsOf, type FoundCommand, operandsOf } from "../found-command.ts";
import { readsInput } from "../script-on-input.ts";
import type { Script, Stage } from "../syntax.ts";
import { interpreters, shells } from "../wrappers.data.ts";
import type { CriticalRule } from "./critical.ts";
import { pathOf, writtenFiles } from "./paths.ts";

/** Code from the network that is run unseen: through a pipe, a substitution or a file. */
export const runsFetchedScript: CriticalRule = (command, all) =>
	(takesCodeFromInput(command) && isFed(command)) || runsFetchedText(command) || runsFetchedFile(command, all);

function takesCodeFromInput(command: FoundCommand): boolean {
	if (readsInput(command)) return true;
	// As `xargs bash -c` completes it.
	if (shells.has(command.name) && /^-\w*c$/.test(argumentsOf(command).at(-1) ?? "")) return true;
	const code = interpreters[command.name];
	if (!code) return false;
	const args = argumentsOf(command);
	return args.every((text) => text === "-" || text === "/dev/stdin" || /^-[uBsSE]$/.test(text));
}

function isFed(command: FoundCommand): boolean {
	const input = command.redirections.filter(({ operator }) => operator.startsWith("<"));
	return command.pipedFrom.some(isFetcher) || input.some(({ target }) => target.scripts.some(fetches));
}

/** `bash -c "$(curl …)"`, `eval "$(curl …)"`, `source <(curl …)`, `bash <(curl …)`. */
function runsFetchedText(command: FoundCommand): boolean {
	const runs =
		shells.has(command.name) || command.name in interpreters || ["eval", "source", "."].includes(command.name);
	return runs && command.fields.slice(1).some(({ scripts }) => scripts.some(fetches));
}

function runsFetchedFile(command: FoundCommand, all: readonly FoundCommand[]): boolean {
	const runs = shells.has(command.name) || command.name in interpreters || ["source", "."].includes(command.name);
	const [name] = command.fields;
	const script = runs ? operandsOf(command)[0] : name?.text.includes("/") ? name : undefined;
	const path = script && pathOf(script, { cwd: command.cwd ?? "/" });
	if (path === undefined) return false;
	const before = all.slice(0, all.indexOf(command));
	return before.some((other) => isFetcher(other) && savedAs(other).includes(path));
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
	const remote = operandsOf(command).flatMap(({ text }) =>
		/^[a-z]+:\/\/.*\/[^/]+$/.test(text) ? [{ text: text.replace(/[?#].*$/, "").replace(/^.*\//, "") }] : [],
	);
	return [...named, ...joined, ...writtenFiles(command), ...remote].flatMap(
		(field) => pathOf(field, { cwd: command.cwd ?? "/" }) ?? [],
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
