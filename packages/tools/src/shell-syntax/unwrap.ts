import type { Field } from "./expand-word.ts";
import { shells, type Wrapper, wrappers } from "./wrappers.data.ts";

/** What a command runs in its turn: words of a command, or a text for a shell to read. */
export type Inner = { readonly fields: readonly Field[] } | { readonly script: string };

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
	const wrapper = wrappers[name];
	return wrapper ? wrapped(wrapper, args) : [];
}

function wrapped(wrapper: Wrapper, args: readonly Field[]): Inner[] {
	const found: Inner[] = [];
	let operands = wrapper.operands ?? 0;
	let at = 0;
	for (; at < args.length; at++) {
		const text = args[at]?.text ?? "";
		if (wrapper.onlyTells?.some((option) => option === text)) return [];
		const line = commandLineOf(wrapper, args, at);
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

/** `-c line`, `-cline`, `--command=line`. */
function commandLineOf(
	{ commandLine = [] }: Wrapper,
	args: readonly Field[],
	at: number,
): { script: string; extraWords: number } | undefined {
	const text = args[at]?.text ?? "";
	for (const option of commandLine) {
		// What follows is appended to the line, as with `env -S`.
		if (text === option) return { script: args[at + 1]?.text ?? "", extraWords: 1 };
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
		else if (!/^[-+]./.test(text)) return wantsScript ? [{ script: text }] : [];
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

/** `git -c alias.x='!command'`, and the commands that git runs for each commit. */
function gitCommands(args: readonly Field[]): Inner[] {
	const texts = args.map(({ text }) => text);
	const aliases = texts.flatMap((text) => /^(?:alias\.[\w.-]+|core\.\w+)=!?([\s\S]+)$/.exec(text)?.slice(1) ?? []);
	const run = texts.findIndex((text, index) => text === "run" && texts[index - 1] === "bisect");
	const forEach = texts.findIndex((text, index) => text === "foreach" && texts[index - 1] === "submodule");
	const execs = texts.flatMap((text, index) => (text === "--exec" || text === "-x" ? (texts[index + 1] ?? []) : []));
	return [
		...aliases.map((script) => ({ script })),
		...execs.map((script) => ({ script })),
		...(run === -1 ? [] : [{ fields: args.slice(run + 1) }]),
		...(forEach === -1 ? [] : [{ script: joined(args.slice(forEach + 1)) }]),
	];
}

function joined(fields: readonly Field[]): string {
	return fields.map(({ text }) => text).join(" ");
}
