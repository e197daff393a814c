import { basename, dirname, resolve } from "node:path";
import { type Field, unknown, type Values } from "./expand-word.ts";
import { printedText } from "./printed-text.ts";
import { filtered } from "./text-filters.ts";

/** What a command prints, as far as that can be read off the line; `undefined` when it cannot. */
export function commandOutput(
	fields: readonly Field[],
	input: string | undefined,
	values: Pick<Values, "cwd" | "fileText">,
): string | undefined {
	const [name = "", ...args] = fields.map(({ text }) => text);
	const program = basename(name);
	const operands = args.filter((arg) => !/^-/.test(arg));
	if (silent.has(program)) return "";
	if (program === "pwd") return values.cwd;
	if (finders.has(program)) return operands.find((operand) => operand !== "") ?? undefined;
	const path = pathPrinters.get(program);
	if (path)
		return operands[0] === undefined || operands[0].includes(unknown) ? undefined : path(operands[0], values.cwd);
	if (program === "cat" && operands.length > 0) return joined(operands.map((operand) => values.fileText(operand)));
	return printedText(program, args) ?? (input === undefined ? undefined : filtered(program, args, input));
}

/** They print nothing. */
const silent = new Set([
	"cd",
	"true",
	":",
	"export",
	"set",
	"unset",
	"shopt",
	"pushd",
	"popd",
	"local",
	"declare",
	"trap",
]);

/** What they find is called like what they look for. */
const finders = new Set(["which", "command", "type"]);

type PathPrinter = (path: string, cwd: string | undefined) => string | undefined;

const pathPrinters: ReadonlyMap<string, PathPrinter> = new Map(
	Object.entries<PathPrinter>({
		basename: (path) => basename(path),
		dirname: (path) => dirname(path),
		readlink: absolute,
		realpath: absolute,
	}),
);

function absolute(path: string, cwd: string | undefined): string | undefined {
	return path.startsWith("/") || cwd !== undefined ? resolve(cwd ?? "/", path) : undefined;
}

/** Texts behind each other, if all are known. */
export function joined(texts: readonly (string | undefined)[]): string | undefined {
	return texts.every((text) => text !== undefined) ? texts.filter((text) => text !== "").join("\n") : undefined;
}
