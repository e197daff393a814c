import { basename, join } from "node:path";
import { argumentsOf, type FoundCommand, hasFlag, listOperands } from "../commands/found-command.ts";
import type { Field } from "../expand/expand-word.ts";
import { sedEffects } from "../programs/sed-script.ts";

/** The files that a command itself writes, moves or removes. */
export function filesWritten(command: FoundCommand): Field[] {
	const { name } = command;
	if (changesItsFiles.has(name)) return listOperands(command);
	if (writesLast.has(name)) return copies(command);
	const assigned = assignedFiles.get(name);
	if (assigned)
		return argumentsOf(command).flatMap((text) =>
			text.startsWith(assigned) ? [field(text.slice(assigned.length))] : [],
		);
	const output = outputOption.get(name);
	if (output) return behindOption(command, output);
	if (name === "sed") return [...inPlace(command), ...sedEffects(argumentsOf(command)).writes.map(field)];
	if (name === "perl" || name === "ruby") return inPlace(command);
	if (/^[gmn]?awk$/.test(name)) return argumentsOf(command).includes("inplace") ? listOperands(command) : [];
	return [];
}

const changesItsFiles = new Set(
	"tee truncate rm unlink shred chmod chown chattr setfacl ed ex vi vim nano emacs sponge mv patch wipe scrub".split(
		" ",
	),
);
const writesLast = new Set("cp install ln rsync scp ddrescue".split(" "));
const assignedFiles: ReadonlyMap<string, string> = new Map([["dd", "of="]]);

/** How the name of a file to write is given. */
const outputOption: ReadonlyMap<string, RegExp> = new Map(
	Object.entries({
		curl: /^(?:-o|--output=?)/,
		"partclone.ext4": /^(?:-o|--output=?)/,
		sort: /^(?:-o|--output=?)/,
		wget: /^(?:-O|--output-document=?)/,
	}),
);

/** Copied into a folder, a file keeps its name: `cp passwd /etc`, `cp -t /etc passwd`. */
function copies(command: FoundCommand): Field[] {
	const folder = behindOption(command, /^(?:-t|--target-directory=?)/);
	const operands = listOperands(command).filter((operand) => !folder.some(({ text }) => text === operand.text));
	const [target] = folder.length > 0 ? folder : operands.slice(-1);
	if (!target) return [];
	const sources = folder.length > 0 ? operands : operands.slice(0, -1);
	return [target, ...sources.map(({ text }) => field(join(target.text, basename(text))))];
}

/** `-o file`, `-ofile`, `--output=file`. */
function behindOption(command: FoundCommand, option: RegExp): Field[] {
	return command.fields.flatMap((value, index) => {
		const before = command.fields[index - 1]?.text ?? "";
		if (before !== "" && before.replace(option, "") === "") return [value];
		const joined = option.test(value.text) ? value.text.replace(option, "") : "";
		return joined === "" ? [] : [field(joined)];
	});
}

function inPlace(command: FoundCommand): Field[] {
	const isInPlace = hasFlag(command, "i", "--in-place") || argumentsOf(command).some((text) => /^-\w*i/.test(text));
	return isInPlace ? listOperands(command) : [];
}

function field(text: string): Field {
	return { text, shown: text, hasGlob: false, scripts: [] };
}
