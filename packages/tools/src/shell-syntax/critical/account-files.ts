import type { Field } from "../expand-word.ts";
import { argumentsOf, type FoundCommand, hasFlag, operandsOf } from "../found-command.ts";
import type { CriticalRule } from "./critical.ts";
import { couldMean, pathOf, writtenFiles } from "./paths.ts";

/** Writes to the files that say who may log in and who may become root. */
export const writesAccountFile: CriticalRule = (command) =>
	[...writtenFiles(command), ...filesWritten(command)].some((field) => isAccountFile(field, command));

/** The files that a command itself writes, moves or removes. */
export function filesWritten(command: FoundCommand): Field[] {
	const operands = operandsOf(command);
	switch (command.name) {
		case "tee":
		case "truncate":
		case "rm":
		case "unlink":
		case "shred":
		case "chmod":
		case "chown":
		case "chattr":
		case "ed":
		case "ex":
		case "vi":
		case "vim":
		case "nano":
		case "emacs":
		case "sponge":
			return operands;
		case "mv":
			return operands;
		case "cp":
		case "install":
		case "ln":
		case "rsync":
		case "scp":
			return operands.slice(-1);
		case "dd":
			return argumentsOf(command).flatMap((text) =>
				text.startsWith("of=") ? [{ text: text.slice("of=".length), shown: text, hasGlob: false, scripts: [] }] : [],
			);
		case "sed":
		case "perl":
		case "ruby":
			return hasFlag(command, "i", "--in-place") || argumentsOf(command).some((text) => /^-\w*i/.test(text))
				? operands
				: [];
		case "curl":
		case "wget":
			return command.fields.filter((_, at) =>
				/^(?:-o|-O|--output|--output-document)$/.test(command.fields[at - 1]?.text ?? ""),
			);
		default:
			return [];
	}
}

function isAccountFile(field: Field, command: FoundCommand): boolean {
	const path = pathOf(field, command);
	if (path === undefined) return false;
	if (accountFile.test(path)) return true;
	return field.hasGlob && ["/etc/passwd", "/etc/shadow", "/etc/sudoers"].some((file) => couldMean(field, file));
}

const accountFile =
	/^(?:\/private)?\/etc\/(?:passwd|shadow|group|gshadow|master\.passwd|opasswd|fstab|ld\.so\.preload)-?$|^(?:\/private)?\/etc\/(?:sudoers|sudoers\.d(?:\/.*)?|pam\.d(?:\/.*)?|ssh\/sshd_config)$/;
