import { unknown } from "../expand/expand-word.ts";
import type { Script } from "../parse/syntax.ts";
import { sedEffects } from "../programs/sed-script.ts";
import { findInterpreter } from "../programs/wrappers.data.ts";
import { argumentsOf, type FoundCommand, listOperands } from "./found-command.ts";
import { inlineCode, startsPrograms } from "./inline-code.ts";
import { inputText, readsInput } from "./script-on-input.ts";

/** Whether a command runs code that cannot be read off the line: decoded, computed or printed by something else. */
export function runsHiddenCode(command: FoundCommand): boolean {
	if (takesCodeFromInput(command)) return isFedUnreadable(command);
	if (command.name === "sed" && sedEffects(argumentsOf(command)).runsText) return true;
	return decodesWhatItRuns(command);
}

/** A shell or an interpreter without a script of its own, or a program that is told to read one. */
export function takesCodeFromInput(command: FoundCommand): boolean {
	if (readsInput(command)) return true;
	const args = argumentsOf(command);
	if (/^g?make$/.test(command.name))
		return args.some((text) => /^(?:-f|--file=|--makefile=)?(?:-|\/dev\/stdin)$/.test(text));
	if (findInterpreter(command.name) === undefined) return false;
	return (
		args.every((text) => ["-", "run", "/dev/stdin"].includes(text) || /^-[uBsSE]$/.test(text)) &&
		!(args.length === 1 && args[0] === "run")
	);
}

function isFedUnreadable(command: FoundCommand): boolean {
	const input = command.redirections.filter(
		({ operator, descriptor }) => operator.startsWith("<") && descriptor === undefined,
	);
	const last = input.at(-1);
	if (last)
		return last.body === undefined && last.target.text.includes(unknown) && !last.target.scripts.every(printsShellCode);
	const source = command.pipedFrom.at(-1);
	if (!source || inputText(command) !== undefined) return false;
	return !command.pipedFrom.every(readsFile) && !printsSettings(source.fields.map(({ text }) => text));
}

/** `cat script.sh | sh` is `sh script.sh`. */
function readsFile(command: FoundCommand): boolean {
	return (
		command.name === "cat" && listOperands(command).length > 0 && command.output === undefined && !command.runsHidden
	);
}

/** Code of another language that takes its commands out of something, or from the network. */
function decodesWhatItRuns(command: FoundCommand): boolean {
	const code = inlineCode(command);
	if (/\b(?:system|exec|eval)\b\s*\(?\s*\$[_<0]/.test(code)) return true;
	if (evaluates.test(code)) return decodes.test(code) || fetches.test(code);
	const isScript = /^(?:node|nodejs|bun|deno|tsx)$/.test(command.name);
	// In these languages `exec` is also what expressions do.
	const starts = isScript
		? /child_process|Bun\.(?:\$|spawn)|Deno\.Command/.test(code)
		: startsPrograms(command.name, code);
	return starts && decodes.test(code);
}

const evaluates = /(?<![.\w])(?:eval|exec|Function|instance_eval|loadstring)\b\s*[("'$\w]/;
const decodes =
	/\b(?:b(?:64|32|85|16)decode|a85decode|decodebytes|decode_base64|base64_decode|str_rot13|gzinflate|fromhex|unhexlify|hex2bin|fromCharCode|fromCodePoint|atob|unpack1?|pack|decompress|rot_?13|chr)\b|Buffer\.from\s*\(|\[::-1\]|\breverse\b/;
const fetches = /\burlopen\b|\bfetch\s*\(|\bLWP::|Net::HTTP|\brequests\.get\b/;

/** Whether a substitution is of a program that is known to print settings for a shell. */
export function printsShellCode(script: Script): boolean {
	const [item, ...others] = script.items;
	const [stage, ...later] = item?.pipeline.stages ?? [];
	if (others.length > 0 || later.length > 0 || stage?.kind !== "simple") return false;
	return printsSettings(stage.words.map(({ raw }) => raw.replace(/["']/g, "")));
}

/** `eval "$(ssh-agent -s)"`, `source <(kubectl completion bash)`. */
function printsSettings([path = "", ...args]: readonly string[]): boolean {
	const name = path.slice(path.lastIndexOf("/") + 1);
	if (
		/^(?:ssh-agent|gpg-agent|keychain|dircolors|lesspipe(?:\.sh)?|register-python-argcomplete|locale|resize|tset)$/.test(
			name,
		)
	)
		return true;
	if (findInterpreter(name) !== undefined) return false;
	return args
		.slice(0, 2)
		.some((arg) =>
			/^(?:completions?|shellenv|shell-?hook|shell\.\w+|hook|init|env|activate|docker-env|virtualenv-init)$/.test(arg),
		);
}
