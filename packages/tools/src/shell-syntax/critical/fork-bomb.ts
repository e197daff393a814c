import { argumentsOf, type FoundCommand } from "../found-command.ts";
import { interpreterOf } from "../wrappers.data.ts";
import type { CriticalRule } from "./critical.ts";

/** A function that starts itself more than once, beside itself; or the same in another language. */
export const isForkBomb: CriticalRule = (command, all) => isSelfStart(command, all) || isForkLoop(command);

function isSelfStart(command: FoundCommand, all: readonly FoundCommand[]): boolean {
	const { name } = command;
	const isSelf = name !== "" && command.inFunctions.includes(name);
	const isScript = command.fields[0]?.shown === "$0";
	if (!isSelf && !isScript) return false;
	const isPiped = command.pipedFrom.some((other) => other.fields[0]?.shown === command.fields[0]?.shown);
	const isOften = all.filter((other) => other.name === name && other.inFunctions.includes(name)).length > 1;
	return isPiped || (command.isBackground && (isOften || isScript));
}

function isForkLoop(command: FoundCommand): boolean {
	if (!interpreterOf(command.name)) return false;
	const code = argumentsOf(command).join(" ");
	return /\bfork\b[\s\S]*\bwhile\b|\bwhile\b[\s\S]*\bfork\b|\bfork\b[\s\S]*\bfork\b[\s\S]*\bloop\b|\bloop\b[\s\S]*\bfork\b|\bfor\s*\(\s*;\s*;\s*\)[\s\S]*\b(?:fork|spawn)\b/.test(
		code,
	);
}
