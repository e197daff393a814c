import type { Field } from "../expand/expand-word.ts";
import type { Inner } from "./unwrap.ts";

/** What git is told to run: by its settings, for each commit or file, or at the other end. */
export function gitCommands(args: readonly Field[]): Inner[] {
	const texts = args.map(({ text }) => text);
	const settings = texts.flatMap((text, index) => findSettings(texts, text, index));
	const optionScripts = texts.flatMap((text, index) =>
		runningOptions.test(text) ? [texts[index + 1] ?? ""] : optionValue(text),
	);
	const run = texts.findIndex((text, index) => text === "run" && texts[index - 1] === "bisect");
	const forEach = texts.findIndex((text, index) => text === "foreach" && texts[index - 1] === "submodule");
	return [
		...[...settings, ...optionScripts].map((script) => ({ script: script.replace(/^!/, "") })),
		...aliasesIn(texts).map((script) => ({ script: `git ${script}` })),
		...(run === -1 ? [] : [{ fields: args.slice(run + 1) }]),
		...(forEach === -1 ? [] : [{ script: texts.slice(forEach + 1).join(" ") }]),
	];
}

/** `-c name=value` and `config name value`. */
function findSettings(texts: readonly string[], text: string, index: number): string[] {
	if (texts[index - 1] === "-c" || texts[index - 1] === "--config") return [text.slice(text.indexOf("=") + 1)];
	const isConfig = texts.slice(0, index).includes("config") && /^[\w-]+\.[\w.-]+$/.test(texts[index - 1] ?? "");
	return isConfig ? [text] : [];
}

/** `-c alias.p=push` and `config alias.p push`: another name for a command of git's. */
function aliasesIn(texts: readonly string[]): string[] {
	return texts.flatMap((text, index) => {
		const inline = /^alias\.[^=]+=([^!][\s\S]*)$/.exec(text.replace(/^-c/, ""))?.[1];
		const next = /^alias\.[\w-]+$/.test(text) ? texts[index + 1] : undefined;
		return inline ?? (next && !next.startsWith("!") ? next : undefined) ?? [];
	});
}

const runningOptions =
	/^(?:-x|--exec|--extcmd|-u|--upload-pack|--receive-pack|--(?:tree|index|msg|env|commit|parent|tag-name)-filter|--open-files-in-pager|--sequence-editor)$/;

function optionValue(text: string): string[] {
	const value = /^(?:--(?:exec|extcmd|upload-pack|receive-pack|[\w-]+-filter|open-files-in-pager)=|-O)(.+)$/.exec(
		text,
	)?.[1];
	return value === undefined ? [] : [value];
}
