import { Console } from "node:console";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Writable } from "node:stream";
import vm from "node:vm";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";

/** Called by code, in this order of names. */
export type Scope = Readonly<Record<string, unknown>>;

const fileName = "browser-code.js";
const transpiler = new Bun.Transpiler({ loader: "ts" });

/** Runs the body of an async function with names in scope, and gives what it returns. */
export async function runCode(code: string, scope: Scope, cwd: string): Promise<unknown> {
	const names = { ...scope, require: createRequire(join(cwd, "code.js")) };
	const script = new vm.Script(functionText(code, Object.keys(names)), {
		filename: fileName,
		importModuleDynamically: (specifier: string) =>
			import(/^(?:node|bun):/.test(specifier) ? specifier : Bun.resolveSync(specifier, cwd)),
	});
	const run: unknown = script.runInThisContext();
	if (typeof run !== "function") throw new Error("The code is not the body of a function");
	return run(...Object.values(names));
}

/** JavaScript as it is; what is not is read as TypeScript, and lines then count for nothing. */
function functionText(code: string, names: readonly string[]): string {
	const body = `async (${names.join(", ")}) => {${code}\n}`;
	try {
		new vm.Script(`(${body})`);
		return `(${body})`;
	} catch {
		// Says what is wrong when it is not TypeScript, either.
		const text = transpiler.transformSync(`globalThis.run = ${body}`);
		const expression = text.slice(text.indexOf("=") + 1).replace(/;\s*$/, "");
		return `(${expression.replaceAll("\n", " \n")})\n//# sourceURL=transpiled`;
	}
}

/** An error as whoever wrote the code needs it: what, and where in the code. */
export function errorText(error: unknown): string {
	if (!(error instanceof Error)) return `Thrown: ${typeof error === "string" ? error : Bun.inspect(error)}`;
	if (error instanceof AggregateError || error.name === "BuildMessage") return mistakeText(error);
	const [, line] = new RegExp(`${fileName}:(\\d+)`).exec(error.stack ?? "") ?? [];
	const name =
		["Error", "TabError"].includes(error.name) || error.message.startsWith(error.name) ? "" : `${error.name}: `;
	const cause =
		error.cause instanceof Error && error.cause.name !== "TimeoutError" ? `\nCause: ${error.cause.message}` : "";
	return `${name}${error.message}${line === undefined ? "" : ` (line ${line} of the code)`}${cause}`;
}

function mistakeText(error: Error): string {
	const mistakes: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
	return mistakes.map((mistake) => `SyntaxError: ${errorMessage(mistake)}`).join("\n");
}

const maxValueLength = 5_000_000;

/** A value as text: JSON unless it is text already; `undefined` for nothing. */
export function valueText(value: unknown): string | undefined {
	if (value === undefined) return undefined;
	const text =
		typeof value === "string" ? value : (encodeJson(value) ?? Bun.inspect(value, { colors: false, depth: 4 }));
	return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
}

/** What fits stands on one line; the rest has a line for each member. */
function encodeJson(value: unknown): string | undefined {
	try {
		const text = JSON.stringify(value);
		return text === undefined ? undefined : laidOut(JSON.parse(text), "");
	} catch {
		// Circular values and big integers have no JSON.
		return undefined;
	}
}

const maxLine = 160;

function laidOut(value: unknown, indent: string): string {
	const flat = JSON.stringify(value);
	if (flat.length <= maxLine || typeof value !== "object" || value === null) return flat;
	const inner = `${indent}  `;
	const [start, end] = Array.isArray(value) ? "[]" : "{}";
	const members = Array.isArray(value)
		? value.map((item) => laidOut(item, inner))
		: Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${laidOut(item, inner)}`);
	return `${start}\n${members.map((member) => inner + member).join(",\n")}\n${indent}${end}`;
}

/** What code prints with `console`. */
export function consoleTo(display: (text: string) => void): Console {
	const stream = () =>
		new Writable({
			decodeStrings: false,
			write(chunk, _encoding, done) {
				display(String(chunk).replace(/\n$/, ""));
				done();
			},
		});
	return new Console({ stdout: stream(), stderr: stream(), colorMode: false });
}
