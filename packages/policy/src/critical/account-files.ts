import { argumentsOf, type FoundCommand } from "../commands/found-command.ts";
import { inlineCode } from "../commands/inline-code.ts";
import type { Field } from "../expand/expand-word.ts";
import type { CriticalRule } from "./critical.ts";
import { filesWritten } from "./files-written.ts";
import { couldMean, resolveFieldPath, writingCall, writtenFiles } from "./paths.ts";

/** Writes to the files that say who may log in and who may become root. */
export const writesAccountFile: CriticalRule = (command) =>
	changesAccounts(command) ||
	writesInCode(command) ||
	[...writtenFiles(command), ...filesWritten(command)].some((field) => isAccountFile(field, command));

/** Through the programs that are made for it. */
function changesAccounts(command: FoundCommand): boolean {
	const args = argumentsOf(command);
	if (args.some((text) => /^(?:--help|--version|-h|-S|--status|-c|--check)$/.test(text))) return false;
	return accountTools.has(command.name);
}

const accountTools = new Set(
	"useradd userdel usermod groupadd groupdel groupmod gpasswd adduser deluser addgroup passwd chpasswd newusers visudo vipw vigr".split(
		" ",
	),
);

/** `open("/etc/passwd", "w")`. */
function writesInCode(command: FoundCommand): boolean {
	const code = inlineCode(command);
	if (!writingCall.test(code)) return false;
	return [...code.matchAll(/['"`]>{0,2}\s*(\/[^'"`\s]+)['"`]/g)].some(([, path = ""]) => accountFile.test(path));
}

function isAccountFile(field: Field, command: FoundCommand): boolean {
	const path = resolveFieldPath(field, command);
	if (path === undefined) return false;
	if (accountFile.test(path)) return true;
	return field.hasGlob && ["/etc/passwd", "/etc/shadow", "/etc/sudoers"].some((file) => couldMean(field, file));
}

const accountFile =
	/\/\.ssh\/authorized_keys2?$|^(?:\/private)?\/etc\/(?:passwd|shadow|group|gshadow|master\.passwd|opasswd|fstab|crontab|ld\.so\.preload)-?$|^(?:\/private)?\/etc\/(?:sudoers|sudoers\.d(?:\/.*)?|pam\.d(?:\/.*)?|cron\.\w+(?:\/.*)?|ssh\/sshd_config)$/;
