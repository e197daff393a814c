import { findInterpreter, shells, wrappers } from "@oh-my-pi/pi-policy/programs/wrappers.data";

/** Read their words once more, as code or as a command line. */
const rereading = new Set(
	"eval . source trap alias ssh su watch parallel xargs env make gmake ninja npx bunx pnpx uvx ed ex vi vim nvim emacs gdb lldb expect tclsh osascript psql mysql sqlite3 m4 dc bc entr at batch crontab".split(
		" ",
	),
);
/** Their first operand is a program in a language of their own, which can run others. */
const withProgram = /^(?:[gmn]?awk|g?sed)$/;
/** Their next word runs. */
const runningOptions =
	/^(?:-exec|-execdir|-ok|-okdir|--exec|--rsh|--to-command|--use-compress-program|--checkpoint-action|--upload-pack|--receive-pack|--config-env|exec|dlx|x)$/;
const valuedOptions = /^(?:[-+][oO]|--rcfile|--init-file|-r|--require|--import|--loader|--preload|-I|-W|-X)$/;

/** Whether a word would run, given the words before it. A value may be part of any of them. */
export function runsOperand(before: readonly string[], word: string): boolean {
	const [program = ""] = before;
	const isValue = (text: string) => text.includes("ompvalue");
	// A program that nobody knows.
	if (isValue(program) || program.includes("\0")) return isValue(word);
	if (runningOptions.test(before.at(-1) ?? "")) return true;
	if (wrappers.has(nameOf(program))) return runsBehindWrapper(before, word);
	return runsIn(nameOf(program), before.slice(1), word);
}

/** Nobody counts their options here: whatever could be the program counts as one. */
function runsBehindWrapper([wrapper = "", ...rest]: readonly string[], word: string): boolean {
	if (wrappers.get(nameOf(wrapper))?.joins || rereading.has(nameOf(wrapper))) return true;
	const programs = rest.flatMap((text, at) => (/^[A-Za-z./_]/.test(text) ? [at] : []));
	if (programs.length === 0) return true;
	return programs.some((at) => {
		const program = rest[at] ?? "";
		if (wrappers.has(nameOf(program))) return runsBehindWrapper(rest.slice(at), word);
		return runsIn(nameOf(program), rest.slice(at + 1), word);
	});
}

function runsIn(program: string, args: readonly string[], word: string): boolean {
	if (rereading.has(program)) return true;
	const previous = args.at(-1) ?? "";
	if (/^--(?:exec|rsh|to-command|use-compress-program|checkpoint-action)=/.test(word)) return true;
	if (program === "git" && (previous === "-c" || args.length === 0)) return true;
	if (["test", "["].includes(program)) return args.includes("-v") || args.includes("-R");
	const options = findInterpreter(program);
	const readsCode = shells.has(program) || options !== undefined || withProgram.test(program);
	if (!readsCode || (withProgram.test(program) && /^(?:-v|--assign)$/.test(previous))) return false;
	// What stands behind the code, or behind the file with it, is data.
	return !args.some(
		(text, at) => !/^[-+]/.test(text) && !valuedOptions.test(args[at - 1] ?? "") && !text.includes("\0"),
	);
}

function nameOf(program: string): string {
	return program.slice(program.lastIndexOf("/") + 1);
}
