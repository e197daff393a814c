import { basename } from "node:path";
import type { Argument, Place } from "../argument.ts";
import { unknown } from "../expand-word.ts";
import { isOwnVariable } from "../programs/variables.data.ts";
import { readsWhatever } from "../read-only/read-only.ts";
import { buildOutput } from "./everyday.data.ts";

/** Programs that are free for some uses, which take a closer look. Each gives the reason why not. */

/** Without files of programs, other programs, and files written. */
export function isPlainAwk(args: readonly Argument[]): string | undefined {
	const code = args.find(({ text }, index) => !text.startsWith("-") && !/^-[vF]$/.test(args[index - 1]?.text ?? ""));
	const options = args.filter(({ text }) => /^-./.test(text));
	const isPlain =
		code !== undefined &&
		!code.text.includes(unknown) &&
		options.every(({ text }) => /^-(?:[vF].*|-)$/.test(text)) &&
		!/\bsystem\b|\bgetline\b|\||\bprint[^;}]*>|@|\bclose\b|ENVIRON\b.*\(/.test(code.text);
	return isPlain ? undefined : "Runs an awk program that may do more than print";
}

const sedCommand =
	/^\s*(?:(?:\d+|\$|\/(?:\\.|[^/\\\n])*\/I?)(?:,(?:\d+|\$|[+~]\d+|\/(?:\\.|[^/\\\n])*\/I?))?!?\s*)?(?:[pdqDNnGHhgx=]|s([/|#,@:!%])(?:\\.|(?!\1)[^\\\n])*\1(?:\\.|(?!\1)[^\\\n])*\1[gpIi\d]*|y([/|#,@])(?:\\.|(?!\2)[^\\\n])*\2(?:\\.|(?!\2)[^\\\n])*\2)?\s*(?:[;\n]|$)/;

/** Commands that print, delete and replace; files are changed only where edits may. */
export function isPlainSed(args: readonly Argument[], place: Place): string | undefined {
	const texts = args.map(({ text }) => text);
	const isInPlace = texts.some((text) => /^(?:-[nErsz]*i.*|--in-place.*)$/.test(text));
	const known =
		/^(?:-[nErsz]+|-[nErsz]*i(?:\.\w+)?|--in-place(?:=\.\w+)?|-e|--expression|--quiet|--silent|--regexp-extended)$/;
	const options = texts.filter((text) => /^-./.test(text));
	const given = args.filter((_, index) => /^(?:-[nErsz]*e|--expression)$/.test(texts[index - 1] ?? ""));
	const operands = args.filter((arg) => !/^-./.test(arg.text) && !given.includes(arg));
	const scripts = given.length > 0 ? given : operands.slice(0, 1);
	const files = given.length > 0 ? operands : operands.slice(1);
	const isPlain =
		options.every((text) => known.test(text) || /^-[nErsz]*e$/.test(text)) &&
		scripts.length > 0 &&
		scripts.every(({ text }) => isPlainScript(text)) &&
		files.every(({ mayBeOption }) => !mayBeOption);
	if (!isPlain) return "Runs a sed script that may do more than replace text";
	if (!isInPlace) return undefined;
	const outside = files.find(({ text }) => !place.mayWrite(text.replace(/\/?[^/]*[*?[{].*$/, "/_")));
	return outside && `Changes files outside the project or what runs next: ${outside.shown}`;
}

function isPlainScript(script: string): boolean {
	if (script.includes(unknown)) return false;
	let rest = script;
	while (rest !== "") {
		const [found] = sedCommand.exec(rest) ?? [];
		if (!found) return false;
		rest = rest.slice(found.length);
	}
	return true;
}

/** A request to this machine, with its answer on the screen or in a file that may be written. */
export function localRequest(args: readonly Argument[], place: Place, isWget: boolean): string | undefined {
	const texts = args.map(({ text }) => text);
	const valued =
		/^-(?:X|H|d|m|w|u|b|-request|-header|-data|-data-raw|-data-binary|-json|-max-time|-connect-timeout|-retry|-retry-delay|-retry-connrefused|-write-out|T|-timeout|-tries|F)$/;
	const flags =
		/^-(?:[sSfiIvLkgGq]+|-silent|-show-error|-fail|-fail-with-body|-include|-head|-verbose|-location|-compressed|-spider|-no-verbose|-get|-no-buffer|N|-http1\.1|-retry-connrefused)$/;
	const output = isWget ? /^-(?:O|-output-document)$/ : /^-(?:o|-output)$/;
	// Otherwise the address decides the name of the file.
	if (isWget && !texts.some((text) => output.test(text) || text === "--spider"))
		return "Writes a file named by an address";
	for (let at = 0; at < texts.length; at++) {
		const text = texts[at] ?? "";
		if (output.test(text)) {
			if (texts[++at] !== "-" && !place.mayWrite(texts[at] ?? ""))
				return `Changes files outside the project or what runs next: ${texts[at]}`;
		} else if (valued.test(text)) at++;
		else if (/^-/.test(text)) {
			if (!flags.test(text) && !/^-[sSfikvL]+[XHdmwo]$/.test(text)) return `Runs code omp can't check: ${text}`;
			if (/^-[sSfikvL]+[XHdmw]$/.test(text)) at++;
			else if (/^-[sSfikvL]+o$/.test(text) && !place.mayWrite(texts[++at] ?? ""))
				return `Changes files outside the project: ${texts[at]}`;
		} else if (!/^(?:https?:\/\/)?(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0)(?::\d+)?(?:[/?#][^\0]*)?$/.test(text)) {
			return `Reaches another machine: ${args[at]?.shown}`;
		}
	}
	return undefined;
}

/** `read -r name`: a variable of the shell's own. */
export function whyNotReadLine(args: readonly Argument[]): string | undefined {
	const isPlain = args.every(({ text, isLiteral }) => isLiteral && (text === "-r" || isOwnVariable(text)));
	return isPlain ? undefined : "Reads into a variable that programs go by";
}

/** The environment that the project's own Python was given. */
export function whyNotSource(args: readonly Argument[]): string | undefined {
	const isVenv = args.length === 1 && /^(?:\.\/)?\.?venv\/bin\/activate$/.test(args[0]?.text ?? "");
	return isVenv ? undefined : `Runs a file: ${args[0]?.shown}`;
}

/** Only programs that may be given anything. */
export function whyNotXargs(args: readonly Argument[]): string | undefined {
	const at = args.findIndex(
		({ text }, index) => !text.startsWith("-") && !/^-(?:I|n|P|L|d|a|s|E)$/.test(args[index - 1]?.text ?? ""),
	);
	const program = args[at]?.text ?? "echo";
	if (args.slice(0, at === -1 ? args.length : at).some(({ text }) => /^-(?:a|-arg-file)/.test(text)))
		return "Runs xargs on a file";
	if (program !== "echo" && !readsWhatever(program)) return `Runs on what is not known: xargs ${program}`;
	return undefined;
}

/** Looking into archives, and making one in the project. */
export function whyNotArchive(args: readonly Argument[], place: Place): string | undefined {
	const [mode, ...rest] = args.map(({ text }) => text);
	if (/^-{0,2}(?:tz?v?f?|tf|tvf|tzf|tjf|list)$/.test(mode ?? "") && rest.every((text) => !text.startsWith("-")))
		return undefined;
	const makes =
		/^-?c[zjJv]*f$/.test(mode ?? "") && rest.every((text) => !/^-/.test(text) || /^--exclude(?:=|$)/.test(text));
	return makes && place.mayWrite(rest[0] ?? "") ? undefined : "Unpacks files or runs a program on them";
}

/** Single files, and what builds make again. */
export function whyNotRemove(args: readonly Argument[], place: Place): string | undefined {
	const isRecursive = args.some(({ text }) => /^-\w*[rR]|^--recursive$/.test(text));
	const operands = args.filter(({ text }) => !/^-./.test(text));
	const found = operands.find(({ text, isLiteral }) => {
		if (text.includes(unknown)) return true;
		if (isRecursive) return !isLiteral || !buildOutput.test(basename(text.replace(/\/+$/, "")));
		return /^[*?.]+$|(?:^|\/)\*$/.test(text) || place.folders.includes(text);
	});
	return found && `Deletes files a build won't recreate: ${found.shown}`;
}
