import { takeLeadingCd } from "@oh-my-pi/pi-policy/parse/leading-cd";
import type { BashParams } from "./options.ts";

export interface PatchCommand {
	readonly patch: string;
	/** Where its paths begin, as the call names it. */
	readonly cwd?: string;
}

const heredoc = /^apply_?patch\s+<<-?\s*(['"]?)(?<mark>\w+)\1[ \t]*\n(?<patch>[\s\S]*?)\n\s*\k<mark>\s*$/;
const quoted = /^apply_?patch\s+'(?<patch>(?:[^']|'\\'')*)'\s*$/;
const doubleQuoted = /^apply_?patch\s+"(?<patch>[^"$`\\]*)"\s*$/;

/** The patch of a command that is nothing but `apply_patch`, which models know as a program; here it is the tool `edit`. */
export function patchCommand(params: Pick<BashParams, "command" | "cwd">): PatchCommand | undefined {
	if (!/apply_?patch/.test(params.command)) return undefined;
	const { command, cwd = params.cwd } =
		params.cwd === undefined ? takeLeadingCd(params.command.trim()) : { command: params.command.trim() };
	const found = (heredoc.exec(command) ?? quoted.exec(command) ?? doubleQuoted.exec(command))?.groups?.patch;
	if (found === undefined || !found.includes("*** Begin Patch")) return undefined;
	const patch = quoted.test(command) ? found.replaceAll(`'\\''`, "'") : found;
	return { patch, ...(cwd !== undefined && { cwd }) };
}
