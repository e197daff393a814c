import { characterSet } from "./character-set.ts";

/** What a program makes of the text on its input; `undefined` for one whose work we cannot do here. */
export function filtered(name: string, args: readonly string[], text: string): string | undefined {
	if (passingOn.has(name)) return text;
	return filters.get(name)?.(text, args);
}

type Filter = (text: string, args: readonly string[]) => string | undefined;

const filters: ReadonlyMap<string, Filter> = new Map(
	Object.entries<Filter>({
		base64: (text, args) => (decodes(args) ? Buffer.from(text, "base64").toString() : undefined),
		base32: (text, args) => (decodes(args) ? fromBase32(text) : undefined),
		cut: (text, args) => eachLine(text, cutter(args)),
		openssl: (text, args) =>
			args.some((arg) => /^-?(?:base64|a)$/.test(arg)) && args.includes("-d") && !args.includes("-k")
				? Buffer.from(text, "base64").toString()
				: undefined,
		rev: (text) => eachLine(text, (line) => [...line].reverse().join("")),
		sed: substituted,
		tac: (text) => text.trimEnd().split("\n").reverse().join("\n"),
		tr: translated,
		xxd: (text, args) =>
			args.some((arg) => /^-\w*r/.test(arg)) ? Buffer.from(text.replace(/\s+/g, ""), "hex").toString() : undefined,
	}),
);

/** Where these drop something, what is left was in the text too. */
const passingOn = new Set("cat tee head tail sort uniq grep sudo nohup env command time stdbuf".split(" "));

function decodes(args: readonly string[]): boolean {
	return args.some((arg) => /^(?:-\w*[dD]\w*|--decode)$/.test(arg));
}

function eachLine(text: string, change: ((line: string) => string) | undefined): string | undefined {
	return change && text.split("\n").map(change).join("\n");
}

function fromBase32(text: string): string {
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
	const bits = [...text.toUpperCase()]
		.flatMap((char) => (digits.includes(char) ? [digits.indexOf(char).toString(2).padStart(5, "0")] : []))
		.join("");
	return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))).toString();
}

/** `tr set1 set2` and `tr -d set`. */
function translated(text: string, args: readonly string[]): string | undefined {
	const options = args.filter((arg) => /^-./.test(arg)).join("");
	const [from, to = ""] = args.filter((arg) => !/^-./.test(arg)).map(characterSet);
	if (from === undefined || /[cC]/.test(options)) return undefined;
	if (options.includes("d")) return [...text].filter((char) => !from.includes(char)).join("");
	return [...text].map((char) => (from.includes(char) ? (to[from.indexOf(char)] ?? to.at(-1) ?? char) : char)).join("");
}

/** `s/plain/text/` and `y/abc/xyz/`; nothing that needs to be understood. */
function substituted(text: string, args: readonly string[]): string | undefined {
	const scripts = args.filter((arg) => !/^-(?:e|E|r|-expression|u)$/.test(arg));
	let result: string | undefined = text;
	for (const script of scripts.flatMap((arg) => arg.split(/;(?=[sy]\W)/))) {
		const [, command, , from = "", to = "", flags = ""] =
			/^\s*([sy])([^\w\s])((?:(?!\2).)*)\2((?:(?!\2).)*)\2([g0-9]*)\s*$/.exec(script) ?? [];
		if (command === undefined || result === undefined || /[\\.*[\]^$&]/.test(from + to)) return undefined;
		if (command === "y") result = [...result].map((char) => to[from.indexOf(char)] ?? char).join("");
		else
			result = flags.includes("g")
				? result.replaceAll(from, () => to)
				: eachLine(result, (line) => line.replace(from, () => to));
	}
	return result;
}

/** `cut -c3-`, `cut -d' ' -f2-`. */
function cutter(args: readonly string[]): ((line: string) => string) | undefined {
	const all = args.join(" ");
	const [, from = "1", to] = /-[cb] ?(\d*)(-\d*)?/.exec(all) ?? [];
	const [, first, last] = /-f ?(\d+)(-\d*)?/.exec(all) ?? [];
	if (first !== undefined) {
		const separator = /-d ?'?(.)/.exec(all)?.[1] ?? "\t";
		return (line) =>
			line
				.split(separator)
				.slice(...range(first, last))
				.join(separator);
	}
	return /-[cb]/.test(all) ? (line) => line.slice(...range(from || "1", to)) : undefined;
}

function range(first: string, last: string | undefined): [number, number | undefined] {
	const end = last === undefined ? Number(first) : last === "-" ? undefined : Number(last.slice(1));
	return [Number(first) - 1, end];
}
