import { findCommands } from "../commands/find-commands.ts";
import type { FoundCommand } from "../commands/found-command.ts";
import { type Field, unknown } from "../expand/expand-word.ts";
import { parseScript } from "../parse/parse.ts";
import type { Script } from "../parse/syntax.ts";
import { harmlessVariables } from "../programs/variables.data.ts";
import { isReadOnly } from "./read-only.ts";

/** Whether every command on a line is known to only read, so that it may run beside other calls. Leaves nothing in the shell. */
export function onlyReads(line: string): boolean {
	const { commands, exhaustive } = findCommands(line);
	return exhaustive && commands.length > 0 && commands.every(reads) && setsNothing(parseScript(line));
}

function reads(command: FoundCommand): boolean {
	const { name, fields, redirections, isBackground, runsHidden, inFunctions } = command;
	if (name === "" || isBackground || runsHidden || inFunctions.length > 0) return false;
	if (!redirections.every(({ operator, target }) => onlyInput(operator, target.text))) return false;
	return name === "cd" || isReadOnly(name, fields.slice(1).map(argument));
}

function onlyInput(operator: string, target: string): boolean {
	if (/^[<>]&$/.test(operator)) return /^(?:\d+-?|-)$/.test(target);
	return (operator.startsWith("<") && operator !== "<>") || target === "/dev/null";
}

function argument({ text, shown, hasGlob }: Field) {
	return {
		text,
		shown,
		isLiteral: !hasGlob && !text.includes(unknown),
		mayBeOption: text.startsWith(unknown) || (hasGlob && /^[*?[{]/.test(text)),
	};
}

/** Variables in front of a program may change what it runs; others and functions stay in the shell. */
function setsNothing({ items }: Script): boolean {
	return items.every(({ pipeline }) =>
		pipeline.stages.every((stage) => {
			if (stage.kind === "function") return false;
			if (stage.kind !== "simple") {
				const isInput = stage.redirections.every(({ operator, target }) => onlyInput(operator, target.raw));
				return isInput && stage.variable === undefined && stage.bodies.every(setsNothing);
			}
			const { assignments, words } = stage;
			return assignments.every(({ name }) => words.length > 0 && harmlessVariables.has(name));
		}),
	);
}
