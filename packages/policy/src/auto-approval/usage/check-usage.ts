import type { Argument, Place } from "../../expand/argument.ts";
import { unknown } from "../../expand/expand-word.ts";
import { optionTable, type ValueKind } from "../../options/option-table.ts";
import { type ParsedArguments, type ParsedOption, parseArguments } from "../../options/parse-arguments.ts";
import type { Operands, Usage } from "./usage.ts";

/** Why the arguments of a program are not those of an everyday job; `undefined` when they are. */
export function whyNotUsage(
	name: string,
	usage: Usage,
	args: readonly Argument[],
	place: Place,
	inherited = "",
): string | undefined {
	return usage.commands
		? ofCommand(name, usage, args, place, inherited)
		: ofArguments(name, usage, args, place, inherited);
}

function ofCommand(
	name: string,
	usage: Usage,
	args: readonly Argument[],
	place: Place,
	inherited: string,
): string | undefined {
	const options = `${inherited} ${usage.options ?? ""}`;
	const parsed = parseArguments(args, optionTable(options), { ...usage.style, stopsAtOperand: true });
	if (typeof parsed === "string") return named(name, parsed);
	const [word, ...rest] = parsed.operands;
	const values = whyNotValues(parsed.options, place);
	if (values !== undefined) return values;
	if (word === undefined) return usage.alone ? undefined : `Runs code omp can't check: ${name}`;
	const inner = Object.hasOwn(usage.commands ?? {}, word.text) ? usage.commands?.[word.text] : undefined;
	if (!inner || !word.isLiteral) return `Runs code omp can't check: ${name} ${word.shown}`;
	return whyNotUsage(
		`${name} ${word.text}`,
		inner,
		rest,
		place,
		usage.optionsAnywhere || inherited !== "" ? options : "",
	);
}

function ofArguments(
	name: string,
	usage: Usage,
	args: readonly Argument[],
	place: Place,
	inherited: string,
): string | undefined {
	if (usage.passesOn === "all") return whyNotPassedOn(args, place);
	const style = { ...usage.style, ...(usage.passesOn === "behind-first" && { stopsAtOperand: true as const }) };
	const parsed = parseArguments(args, optionTable(`${inherited} ${usage.options ?? ""}`), style);
	if (typeof parsed === "string") return named(name, parsed);
	const split = ownOperands(usage, parsed);
	const operands = parsed.operands.slice(0, split);
	const [first] = operands;
	if (usage.first && !usage.first.test(first?.text ?? "")) return `Runs code omp can't check: ${name} ${first?.shown}`;
	if (operands.length > (usage.maxOperands ?? Number.POSITIVE_INFINITY))
		return `Runs code omp can't check: ${name} ${operands.map(({ shown }) => shown).join(" ")}`;
	return (
		whyNotValues(parsed.options, place) ??
		whyNotOperands(name, operands, usage.operands ?? "read", place) ??
		whyNotPassedOn(parsed.operands.slice(split), place) ??
		usage.check?.(parsed, place)
	);
}

/** How many operands are the program's own. */
function ownOperands({ passesOn }: Usage, { operands, behindDashes }: ParsedArguments): number {
	if (passesOn === "behind-first") return Math.min(1, operands.length);
	return passesOn === "behind-dashes" ? operands.length - behindDashes : operands.length;
}

function named(name: string, reason: string): string {
	return reason.startsWith("Option") ? `${reason} (${name})` : reason;
}

function whyNotValues(options: readonly ParsedOption[], place: Place): string | undefined {
	for (const { spec, value } of options) {
		const reason = value && whyNotValue(value, spec.kind, place);
		if (reason !== undefined) return reason;
	}
	return undefined;
}

function whyNotValue(value: Argument, kind: ValueKind, place: Place): string | undefined {
	if (kind === "text") return undefined;
	if (value.text.includes(unknown)) return `Depends on a value omp can't know: ${value.shown}`;
	return kind === "write" ? whyNotWritten([value], place) : whyNotInside(value, place);
}

function whyNotOperands(name: string, operands: readonly Argument[], kind: Operands, place: Place): string | undefined {
	if (kind === "text") return undefined;
	if (kind === "none") return operands[0] && `Runs code omp can't check: ${name} ${operands[0].shown}`;
	const vague = operands.find(({ text }) => text.includes(unknown));
	if (vague) return `Depends on a value omp can't know: ${vague.shown}`;
	if (kind instanceof RegExp) {
		const odd = operands.find(({ text }) => !kind.test(text));
		return odd ? `Runs code omp can't check: ${name} ${odd.shown}` : firstReason(operands, place);
	}
	return kind === "write" ? whyNotWritten(operands, place) : firstReason(operands, place);
}

function firstReason(args: readonly Argument[], place: Place): string | undefined {
	for (const arg of args) {
		const reason = whyNotInside(arg, place);
		if (reason !== undefined) return reason;
	}
	return undefined;
}

/** What a script of the project is given: its words and the values of its options. */
export function whyNotPassedOn(args: readonly Argument[], place: Place): string | undefined {
	const vague = args.find(({ text, mayBeOption }) => mayBeOption || text.includes(unknown));
	if (vague) return `Depends on a value omp can't know: ${vague.shown}`;
	const scratch = (text: string) => /^(?:--?[\w-]+=)?\/tmp\/[\w.-]+$/.test(text);
	return firstReason(
		args.filter(({ text }) => !scratch(text)),
		place,
	);
}

/** Addresses, other machines, paths that lead out of the project, and files that run next. */
export function whyNotInside(arg: Argument, place: Place): string | undefined {
	const value = arg.text.replace(/^-[^=\s]*=|^[A-Za-z_][\w.-]*=/, "").replace(/^-[A-Za-z](?=[/~.])/, "");
	if (/^[a-z][a-z0-9+.-]*:\/\/|^[\w.+-]+@[\w.-]+:/i.test(value)) return `Reaches another machine: ${arg.shown}`;
	if (!arg.text.startsWith("-") && /^[\w][\w.-]*\.[\w-]+:(?![\d:])/.test(value))
		return `Reaches another machine: ${arg.shown}`;
	// Settings in place of a file with them.
	if (/^\s*[{[]/.test(value) && value.includes(":")) return `Gives settings of its own: ${arg.shown}`;
	const mayLeave = /^[/~]|(?:^|[/=:,])\.\.(?:\/|$)/.test(value);
	if (mayLeave && value !== "/dev/null" && !place.isInside(value)) return `Outside the project: ${arg.shown}`;
	const isHidden = /(?:^|\/)\.[\w-]/.test(value);
	return isHidden && !place.mayWrite(value) ? `May change what runs next: ${arg.shown}` : undefined;
}

/** Files that may not be written. */
export function whyNotWritten(args: readonly Argument[], place: Place): string | undefined {
	const found = args.find(({ text }) => {
		if (text.includes(unknown)) return true;
		return text !== "-" && !place.mayWrite(text.replace(/\/?[^/]*[*?[{].*$/, "/_"));
	});
	return found && `Changes files outside the project or what runs next: ${found.shown}`;
}

/** Arguments by a table, with the files that its options name looked at. */
export function parsedBy(options: string, args: readonly Argument[], place: Place): ParsedArguments | string {
	const parsed = parseArguments(args, optionTable(options));
	return typeof parsed === "string" ? parsed : (whyNotValues(parsed.options, place) ?? parsed);
}
