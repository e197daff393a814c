import type { Argument } from "../expand/argument.ts";
import { unknown } from "../expand/expand-word.ts";
import type { OptionSpec, OptionTable } from "./option-table.ts";

export interface ParsedOption {
	readonly name: string;
	readonly spec: OptionSpec;
	readonly value?: Argument;
}

export interface ParsedArguments {
	readonly options: readonly ParsedOption[];
	readonly operands: readonly Argument[];
	/** How many of the operands stand behind `--`. */
	readonly behindDashes: number;
}

export interface ParseStyle {
	/** Long names with one dash, as Go and Java have them; no letters are put together. */
	readonly singleDash?: true;
	/** Options end where the first operand stands. */
	readonly stopsAtOperand?: true;
	/** A word that is not known is no option, whatever it turns out to be. */
	readonly takesAnything?: true;
}

/** The arguments by a table of options; a text says why they cannot be told apart. */
export function parseArguments(
	args: readonly Argument[],
	table: OptionTable,
	style: ParseStyle = {},
): ParsedArguments | string {
	const options: ParsedOption[] = [];
	const operands: Argument[] = [];
	for (let at = 0; at < args.length; at++) {
		const arg = args[at] as Argument;
		const { text } = arg;
		if (text === "--" && arg.isLiteral) {
			const rest = args.slice(at + 1);
			return { options, operands: [...operands, ...rest], behindDashes: rest.length };
		}
		const isVague = arg.mayBeOption || text.startsWith(unknown);
		if (isVague && !style.takesAnything) return `Depends on a value omp can't know: ${arg.shown}`;
		if (/^-\d+$/.test(text) && table.has("-#")) {
			options.push({ name: "-#", spec: plain });
			continue;
		}
		if (isVague || !/^-./.test(text)) {
			if (style.stopsAtOperand) return { options, operands: [...operands, ...args.slice(at)], behindDashes: 0 };
			operands.push(arg);
			continue;
		}
		const found = text.startsWith("--") || style.singleDash ? longOption(arg, table) : shortOptions(arg, table);
		if (found === undefined) return `Option omp does not know: ${arg.shown}`;
		options.push(...found.options);
		if (found.wantsValue) {
			const value = args[++at];
			if (value === undefined) return `Option without its value: ${arg.shown}`;
			options.push({ ...found.wantsValue, value });
		}
	}
	return { options, operands, behindDashes: 0 };
}

const plain: OptionSpec = { arity: "none", kind: "text" };

interface FoundOptions {
	readonly options: readonly ParsedOption[];
	/** The last one takes the next word. */
	readonly wantsValue?: Omit<ParsedOption, "value">;
}

/** `--name`, `--name=value`, `--name value`; `-name` too for programs that have only long names. */
function longOption(arg: Argument, table: OptionTable): FoundOptions | undefined {
	const [name = ""] = arg.text.split("=", 1);
	const spec = table.get(name) ?? (name.startsWith("--") ? undefined : table.get(`-${name}`));
	if (!spec || name.includes(unknown)) return undefined;
	if (name.length < arg.text.length) {
		const isFlag = spec.arity === "none" && !/^=(?:true|false|1|0)$/.test(arg.text.slice(name.length));
		return isFlag ? undefined : { options: [{ name, spec, value: behind(arg, name.length + 1) }] };
	}
	return spec.arity === "required" ? { options: [], wantsValue: { name, spec } } : { options: [{ name, spec }] };
}

/** Letters that stand together; the value of one is the rest of the word, or the next. */
function shortOptions(arg: Argument, table: OptionTable): FoundOptions | undefined {
	const options: ParsedOption[] = [];
	const whole = table.get(arg.text);
	if (whole && arg.text.length > 2)
		return whole.arity === "required"
			? { options, wantsValue: { name: arg.text, spec: whole } }
			: { options: [{ name: arg.text, spec: whole }] };
	for (let at = 1; at < arg.text.length; at++) {
		const name = `-${arg.text[at]}`;
		const spec = table.get(name);
		if (!spec) return undefined;
		if (spec.arity === "none") options.push({ name, spec });
		else if (at + 1 < arg.text.length) {
			options.push({ name, spec, value: behind(arg, at + 1) });
			break;
		} else if (spec.arity === "optional") options.push({ name, spec });
		else return { options, wantsValue: { name, spec } };
	}
	return { options };
}

function behind(arg: Argument, length: number): Argument {
	return { ...arg, text: arg.text.slice(length), mayBeOption: false };
}

export function hasOption({ options }: ParsedArguments, ...names: readonly string[]): boolean {
	return options.some(({ name }) => names.includes(name));
}

export function optionValues({ options }: ParsedArguments, ...names: readonly string[]): Argument[] {
	return options.flatMap(({ name, value }) => (names.includes(name) && value ? [value] : []));
}
