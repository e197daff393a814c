import { argumentsOf, type FoundCommand } from "../commands/found-command.ts";
import { findInterpreter } from "../programs/wrappers.data.ts";
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
	if (!findInterpreter(command.name)) return false;
	const words = [...argumentsOf(command).join(" ").matchAll(forkOrLoop)].map(([word]) => word.replace(/\W.*/s, ""));
	const firstFork = words.indexOf("fork");
	const lastFork = words.lastIndexOf("fork");
	if (firstFork !== -1 && words.includes("while")) return true;
	const isInLoop = words.includes("loop") && words.indexOf("loop") < lastFork;
	const secondFork = words.indexOf("fork", firstFork + 1);
	const isBeforeLoop = secondFork > firstFork && words.lastIndexOf("loop") > secondFork;
	const endless = words.indexOf("for");
	const isInEndless = endless !== -1 && Math.max(lastFork, words.lastIndexOf("spawn")) > endless;
	return isInLoop || isBeforeLoop || isInEndless;
}

const forkOrLoop = /\b(?:fork|spawn|while|loop)\b|\bfor\s*\(\s*;\s*;\s*\)/g;
