import type { Field } from "../expand/expand-word.ts";
import { runByOptions } from "../programs/running-options.data.ts";
import { sedEffects } from "../programs/sed-script.ts";
import { findInterpreter, shells, type Wrapper, wrappers } from "../programs/wrappers.data.ts";
import { gitCommands } from "./git-commands.ts";

/** What a command runs in its turn: words of a command, or a text for a shell to read. */
export type Inner =
	| { readonly fields: readonly Field[] }
	/** With the values of `$0`, `$1`, `$2`, … */
	| { readonly script: string; readonly args?: readonly string[] };

/** The commands that a command is given to run: behind `sudo`, in `bash -c`, after `find -exec`. */
export function innerCommands(name: string, fields: readonly Field[]): Inner[] {
	const args = fields.slice(1);
	if (shells.has(name)) return shellScripts(args);
	switch (name) {
		case "eval":
			return [{ script: joined(args) }];
		case "trap":
			return args[0] ? [{ script: args[0].text }] : [];
		case "alias":
			return args.map(({ text }) => ({ script: text.slice(text.indexOf("=") + 1) }));
		case "find":
			return executed(args, /^-(?:exec|execdir|ok|okdir)$/, /^(?:;|\+)$/);
		case "sed":
			return sedEffects(args.map(({ text }) => text)).runs.map((script) => ({ script }));
		case "docker":
		case "podman":
		case "nerdctl":
			return inContainer(args);
		case "fd":
		case "fdfind":
			return executed(args, /^(?:-x|-X|--exec|--exec-batch)$/, /^;$/);
		case "git":
			return gitCommands(args);
		case "vi":
		case "vim":
		case "nvim":
		case "ex":
			return args.flatMap(({ text }) => (/^(?:\+|:)?!/.test(text) ? [{ script: text.replace(/^[+:]?!/, "") }] : []));
	}
	const wrapper = wrappers.get(name) ?? (loader.test(name) ? loaderWrapper : undefined);
	return [...(wrapper ? wrapped(wrapper, args) : []), ...(findInterpreter(name) ? [] : optionScripts(name, args))];
}

function optionScripts(name: string, args: readonly Field[]): Inner[] {
	const texts = args.map(({ text }) => text);
	return runByOptions(name, texts).map((script) => ({
		script: script.replace(/^(?:exec=|\||\w*Command\s*[= ]\s*)/i, ""),
	}));
}

/** The program that starts all others: `/lib64/ld-linux-x86-64.so.2 /bin/ls`. */
const loader = /^ld(?:-linux[\w-]*|-musl[\w-]*|64)?\.so(?:\.\d+)*$/;
const loaderWrapper: Wrapper = { valued: ["--library-path", "--preload", "--audit", "--argv0", "--inhibit-rpath"] };

function wrapped(wrapper: Wrapper, args: readonly Field[]): Inner[] {
	const found: Inner[] = [];
	let operands = wrapper.operands ?? 0;
	let at = 0;
	if (wrapper.subcommands && !wrapper.subcommands.includes(args[at++]?.text ?? "")) return [];
	for (; at < args.length; at++) {
		const text = args[at]?.text ?? "";
		if (wrapper.onlyTells?.some((option) => option === text)) return [];
		const line = findCommandLine(wrapper, args, at);
		if (line) {
			found.push({ script: line.script });
			at += line.extraWords;
		} else if (text === "--") {
			at += 1 + operands;
			break;
		} else if (wrapper.valued?.includes(text)) at++;
		else if (/^-./.test(text)) continue;
		else if (wrapper.assignments && /^[A-Za-z_]\w*=/.test(text)) continue;
		else if (operands === 0) break;
		else operands--;
	}
	const rest = args.slice(at);
	if (rest.length === 0) return found;
	return [...found, wrapper.joins ? { script: joined(rest) } : { fields: rest }];
}

/** `-c line`, `-cline`, `-lc line`, `--command=line`. */
function findCommandLine(
	{ commandLine = [] }: Wrapper,
	args: readonly Field[],
	at: number,
): { script: string; extraWords: number } | undefined {
	const text = args[at]?.text ?? "";
	for (const option of commandLine) {
		// What follows is appended to the line, as with `env -S`.
		const isLast = /^-\w$/.test(option) && /^-[a-z]{2,}$/.test(text) && text.endsWith(option.slice(1));
		if (text === option || isLast) return { script: args[at + 1]?.text ?? "", extraWords: 1 };
		if (option.startsWith("--") && text.startsWith(`${option}=`))
			return { script: text.slice(option.length + 1), extraWords: 0 };
		if (!option.startsWith("--") && text.startsWith(option) && text.length > option.length)
			return { script: text.slice(option.length), extraWords: 0 };
	}
	return undefined;
}

/** The text behind a `-c`, which may stand in a cluster of flags. */
function shellScripts(args: readonly Field[]): Inner[] {
	let wantsScript = false;
	for (let at = 0; at < args.length; at++) {
		const text = args[at]?.text ?? "";
		if (/^[-+]o$|^--(?:rcfile|init-file)$|^\+O$|^-O$/.test(text)) at++;
		else if (/^-[A-Za-z]*c[A-Za-z]*$/.test(text)) wantsScript = true;
		else if (!/^[-+]./.test(text)) {
			const scriptArgs = args.slice(at + 1).map((field) => field.text);
			return wantsScript ? [{ script: text, ...(scriptArgs.length > 0 && { args: scriptArgs }) }] : [];
		}
	}
	return [];
}

function executed(args: readonly Field[], starts: RegExp, ends: RegExp): Inner[] {
	return args.flatMap(({ text }, index) => {
		if (!starts.test(text)) return [];
		const rest = args.slice(index + 1);
		const end = rest.findIndex((field) => ends.test(field.text));
		return [{ fields: end === -1 ? rest : rest.slice(0, end) }];
	});
}

/** The command in a container, with the paths that its mounts have outside. */
function inContainer(args: readonly Field[]): Inner[] {
	const texts = args.map(({ text }) => text);
	const mounts = texts.flatMap((text, index) => parseMount(texts[index - 1] ?? "", text));
	if (mounts.length === 0) return [];
	// Where the image ends and the command begins cannot be told; what is no command does no harm.
	const outside = args.map((field) => ({ ...field, text: mounts.reduce(fromOutside, field.text) }));
	return outside.flatMap((field, at) => (/^[\w./-]+$/.test(field.text) ? [{ fields: outside.slice(at) }] : []));
}

interface Mount {
	readonly outside: string;
	readonly inside: string;
}

/** `-v outside:inside`, `--volume=…`, `--mount type=bind,src=outside,dst=inside`. */
function parseMount(before: string, text: string): Mount[] {
	const volume = /^(?:-v|--volume)$/.test(before) ? text : /^(?:-v|--volume=)(.+)/.exec(text)?.[1];
	const [, outside, inside] = /^([/~][^:]*):(\/[^:]*)/.exec(volume ?? "") ?? [];
	if (outside !== undefined && inside !== undefined) return [{ outside, inside }];
	const mount = before === "--mount" ? text : /^--mount=(.+)/.exec(text)?.[1];
	const source = /(?:^|,)(?:src|source)=([^,]+)/.exec(mount ?? "")?.[1];
	const target = /(?:^|,)(?:dst|destination|target)=([^,]+)/.exec(mount ?? "")?.[1];
	return source === undefined || target === undefined ? [] : [{ outside: source, inside: target }];
}

function fromOutside(text: string, { outside, inside }: Mount): string {
	const place = inside.replace(/\/+$/, "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
	const folder = outside.replace(/\/+$/, "");
	return text.replace(new RegExp(`(^|[\\s'"=])${place}(/|(?=[\\s'";*]|$))`, "g"), (_, start: string, slash: string) => {
		const path = `${folder}${slash}`;
		return `${start}${path === "" ? "/" : path}`;
	});
}

function joined(fields: readonly Field[]): string {
	return fields.map(({ text }) => text).join(" ");
}
