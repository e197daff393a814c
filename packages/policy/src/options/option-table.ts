/** What an option's value is: text that nobody opens or runs, a file or folder that is read, one that is written. */
export type ValueKind = "text" | "read" | "write";

export interface OptionSpec {
	/** Whether a value follows: never, always, or only in the same word. */
	readonly arity: "none" | "required" | "optional";
	readonly kind: ValueKind;
}

export type OptionTable = ReadonlyMap<string, OptionSpec>;

/**
 * Reads a table of options. Words are separated by blanks; a slash joins names of the same option. `=` takes a value, `=<` one
 * that is a file to read, `=>` one that is written, `[=]` one that can only stand in the same word:
 * `-v/--verbose -m/--message= -o/--output=> --color[=]`.
 */
export function optionTable(text: string): OptionTable {
	const known = tables.get(text);
	if (known) return known;
	const table = new Map<string, OptionSpec>();
	for (const word of text.split(/\s+/).filter(Boolean)) {
		const [, names = "", value = ""] = /^([^=[]+)(\[?=[<>]?\]?)?$/.exec(word) ?? [];
		if (names === "") throw new Error(`Not an option: ${word}`);
		const arity = value === "" ? "none" : value.startsWith("[") ? "optional" : "required";
		const kind = value.includes("<") ? "read" : value.includes(">") ? "write" : "text";
		for (const name of names.split("/")) table.set(name, { arity, kind });
	}
	tables.set(text, table);
	return table;
}

const tables = new Map<string, OptionTable>();
