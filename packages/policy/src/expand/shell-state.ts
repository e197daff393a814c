import { basename, resolve } from "node:path";
import type { Stage } from "../parse/syntax.ts";
import { unknown } from "./expand-word.ts";

export interface Surroundings {
	readonly cwd?: string;
	readonly home?: string;
	readonly variables?: Readonly<Record<string, string>>;
}

const maxValueLength = 100_000;

/** What is known of a shell while the commands of a line are gone through: its variables, folder, files and names. */
export class ShellState {
	readonly home: string | undefined;
	cwd: string | undefined;
	readonly functions = new Map<string, Stage>();
	readonly aliases = new Map<string, string>();
	readonly #variables: Map<string, string | undefined>;
	/** Variables whose value a pattern in a `for` stands for. */
	readonly #patterns = new Set<string>();
	/** Variables that stand for others. */
	readonly #references = new Map<string, string>();
	/** What the line has written into files, with `unknown` in place of what nobody can tell. */
	readonly #files = new Map<string, string>();

	constructor({ cwd, home, variables = {} }: Surroundings) {
		this.cwd = cwd;
		this.home = home;
		this.#variables = new Map(Object.entries(variables));
		this.#variables.set("IFS", " \t\n");
		if (home !== undefined) {
			this.#variables.set("HOME", home);
			for (const name of ["USER", "LOGNAME"]) this.#variables.set(name, basename(home));
		}
	}

	variable(name: string): string | undefined {
		if (name === "PWD") return this.cwd;
		return this.#variables.get(this.#references.get(name) ?? name);
	}

	/** Whether the line itself gave the variable a value that nobody can know beforehand. */
	isComputed(name: string): boolean {
		return this.#variables.has(name) && this.#variables.get(name) === undefined;
	}

	/** The value is a pattern that names files. */
	setPattern(name: string, value: string): void {
		this.set(name, value);
		this.#patterns.add(name);
	}

	isPattern(name: string): boolean {
		return this.#patterns.has(name);
	}

	set(name: string, value: string | undefined): void {
		this.#patterns.delete(name);
		this.#variables.set(name, value === undefined ? undefined : known(value));
	}

	append(name: string, value: string): void {
		const before = this.#variables.has(name) ? this.#variables.get(name) : "";
		this.set(name, before === undefined ? undefined : before + value);
	}

	setArray(name: string, values: readonly string[]): void {
		this.set(name, values.join(" "));
		for (const [index, value] of values.slice(0, maxElements).entries()) this.set(`${name}[${index}]`, value);
	}

	refer(name: string, other: string): void {
		this.#references.set(name, other);
	}

	/** Runs with other `$1`, `$2`, … and, where it is given, `$0`. */
	withArguments<Result>(values: readonly string[], run: () => Result, zeroth?: string): Result {
		const before = ["0", ...positional].map((name) => [name, this.#variables.get(name)] as const);
		this.setArguments(values);
		if (zeroth !== undefined) this.set("0", zeroth);
		const result = run();
		for (const [name, value] of before) {
			if (value === undefined) this.#variables.delete(name);
			else this.#variables.set(name, value);
		}
		return result;
	}

	setArguments(values: readonly string[]): void {
		for (const name of positional) this.#variables.delete(name);
		for (const [index, value] of values.slice(0, 9).entries()) this.set(String(index + 1), value);
		for (const name of ["@", "*"]) this.set(name, values.join(" "));
	}

	changeFolder(target: string | undefined): void {
		const folder = target ?? this.home;
		const isKnown = folder !== undefined && known(folder) !== undefined && folder !== "-";
		const isReachable = folder?.startsWith("/") || this.cwd !== undefined;
		this.cwd = isKnown && isReachable ? resolve(this.cwd ?? "/", folder) : undefined;
	}

	fileText(path: string): string | undefined {
		return this.#files.get(this.#pathOf(path));
	}

	writeFile(path: string, text = unknown, { append }: { append: boolean }): void {
		const key = this.#pathOf(path);
		const whole = append ? `${this.#files.get(key) ?? ""}${text}` : text;
		this.#files.set(key, whole.length > maxValueLength ? unknown : whole);
	}

	#pathOf(path: string): string {
		return resolve(this.cwd ?? "/", path);
	}
}

const positional = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "@", "*"];
const maxElements = 100;

function known(text: string): string | undefined {
	return text.includes(unknown) || text.length > maxValueLength ? undefined : text;
}
