import { basename, resolve } from "node:path";
import { expandText, expandWord, type Field, unknown, type Values } from "./expand-word.ts";
import type { FoundCommand, FoundRedirection } from "./found-command.ts";
import { shelledOut } from "./inline-code.ts";
import { literalOutput, printedText } from "./literal-output.ts";
import { parseScript } from "./parse.ts";
import { fieldsOnInput, inputText, scriptOnInput } from "./script-on-input.ts";
import type { Part, Pipeline, Redirection, Script, SimpleCommand, Stage, Word } from "./syntax.ts";
import { innerCommands } from "./unwrap.ts";

export interface Surroundings {
	readonly cwd?: string;
	readonly home?: string;
	readonly variables?: Readonly<Record<string, string>>;
}

/** Beyond these a line is too tangled to be understood. */
const maxDepth = 200;
const maxCommands = 5000;
const maxRounds = 8;
const maxValueLength = 100_000;
/** Of text that is read again because a command runs it. */
const maxReadAgain = 1_000_000;

export interface Finding {
	readonly commands: readonly FoundCommand[];
	/** False when the line is broken or too tangled, so that there may be more to it. */
	readonly exhaustive: boolean;
}

/**
 * Every command that a command line would run: in lists, pipes, groups, substitutions, here-documents and functions, and
 * behind programs that run others. Values that can be read off the line are put in.
 */
export function findCommands(text: string, surroundings: Surroundings = {}): Finding {
	const search = new CommandSearch(surroundings);
	search.visitText(text);
	return { commands: search.found, exhaustive: search.exhaustive };
}

interface Place {
	readonly pipedFrom: readonly FoundCommand[];
	readonly isBackground: boolean;
}

class CommandSearch {
	readonly found: FoundCommand[] = [];
	exhaustive = true;
	readonly #variables: Map<string, string | undefined>;
	readonly #home: string | undefined;
	readonly #functions: string[] = [];
	#cwd: string | undefined;
	#depth = 0;
	#readAgain = 0;
	/** What the commands of a group would read, if they read. */
	#groupInput: string | undefined;

	constructor({ cwd, home, variables = {} }: Surroundings) {
		this.#cwd = cwd;
		this.#home = home;
		this.#variables = new Map(Object.entries(variables));
		this.#variables.set("IFS", " \t\n");
		if (home !== undefined) {
			this.#variables.set("HOME", home);
			for (const name of ["USER", "LOGNAME"]) this.#variables.set(name, basename(home));
		}
	}

	visitText(text: string): void {
		if (this.#depth > 0) this.#readAgain += text.length;
		this.#deeper(() => {
			const script = parseScript(text);
			if (!script.complete) this.exhaustive = false;
			this.#visitScript(script);
		});
	}

	#deeper(visit: () => void): void {
		if (this.#depth >= maxDepth || this.#readAgain > maxReadAgain) this.exhaustive = false;
		else {
			this.#depth++;
			visit();
			this.#depth--;
		}
	}

	#visitScript(script: Script): FoundCommand[] {
		const last: FoundCommand[] = [];
		for (const { pipeline, end } of script.items) last.push(...this.#visitPipeline(pipeline, end === "&"));
		return last;
	}

	#visitPipeline(pipeline: Pipeline, isBackground: boolean): FoundCommand[] {
		const commands: FoundCommand[] = [];
		for (const stage of pipeline.stages) {
			if (this.#isFull()) break;
			commands.push(...this.#visitStage(stage, { pipedFrom: [...commands], isBackground }));
		}
		return commands;
	}

	#visitStage(stage: Stage, place: Place): FoundCommand[] {
		if (stage.kind === "simple") return this.#visitSimple(stage, place);
		if (stage.kind === "function") {
			this.#functions.push(stage.name);
			const inside = this.#visitStage(stage.body, place);
			this.#functions.pop();
			return inside;
		}
		const fields = stage.words.flatMap((word) => this.#expand(word));
		const redirections = this.#redirectionsOf(stage.redirections);
		const outer = this.#groupInput;
		this.#groupInput = inputText({ redirections, pipedFrom: place.pipedFrom }) ?? outer;
		const inside = this.#rounds(stage.variable, fields, stage.bodies);
		this.#groupInput = outer;
		// What a group writes and reads goes to the commands in it; this stands for its redirections.
		const group = this.#add({ fields: [], redirections, text: "", ...place });
		return [...inside, group];
	}

	/** The bodies, once for each value that a `for` goes through. */
	#rounds(variable: string | undefined, fields: readonly Field[], bodies: readonly Script[]): FoundCommand[] {
		const values = variable === undefined ? [] : fields.slice(0, maxRounds).map(({ text }) => known(text));
		if (variable === undefined || values.length === 0) return bodies.flatMap((body) => this.#visitScript(body));
		return values.flatMap((value) => {
			this.#variables.set(variable, value);
			return bodies.flatMap((body) => this.#visitScript(body));
		});
	}

	#visitSimple(simple: SimpleCommand, place: Place): FoundCommand[] {
		for (const { name, words } of simple.assignments) {
			const fields = words.flatMap((word) => this.#expand(word));
			this.#variables.set(name, known(fields.map(({ text }) => text).join(" ")));
		}
		const fields = simple.words.flatMap((word) => this.#expand(word));
		const redirections = this.#redirectionsOf(simple.redirections);
		const command = this.#add({ fields, redirections, text: simple.raw, ...place });
		return [command, ...this.#follow(command)];
	}

	/** What a command does to the search: the variables it sets, the folder it goes to, the commands it runs. */
	#follow(command: FoundCommand): FoundCommand[] {
		if (declaring.has(command.name)) this.#declare(command.fields);
		if (command.name === "cd" || command.name === "pushd") this.#changeFolder(command.fields[1]);
		if (command.name === "read" || command.name === "mapfile" || command.name === "readarray") this.#readInto(command);
		if (command.name === "printf") this.#printInto(command);
		const script = scriptOnInput(command);
		if (script !== undefined) this.visitText(script);
		for (const line of shelledOut(command)) this.visitText(line);
		const wrapped: FoundCommand[] = [];
		for (const inner of innerCommands(command.name, command.fields)) {
			if ("script" in inner) this.visitText(inner.script);
			else this.#deeper(() => wrapped.push(...this.#visitWrapped(command, inner.fields)));
		}
		return wrapped;
	}

	#visitWrapped(wrapper: FoundCommand, inner: readonly Field[]): FoundCommand[] {
		const { redirections, pipedFrom, isBackground } = wrapper;
		const fields = wrapper.name === "xargs" ? [...inner, ...fieldsOnInput(wrapper)] : inner;
		const text = fields.map(({ shown }) => shown).join(" ");
		const command = this.#add({ fields, redirections, pipedFrom, isBackground, text });
		return [command, ...this.#follow(command)];
	}

	#isFull(): boolean {
		const isFull = this.found.length > maxCommands;
		if (isFull) this.exhaustive = false;
		return isFull;
	}

	#add(command: Place & Pick<FoundCommand, "fields" | "redirections" | "text">): FoundCommand {
		const name = basename(command.fields[0]?.text ?? "");
		const found = { ...command, name, inFunctions: [...this.#functions], cwd: this.#cwd };
		this.found.push(found);
		return found;
	}

	#expand(word: Word): Field[] {
		this.#visitParts(word.parts);
		return expandWord(word, this.#values);
	}

	/** Commands in substitutions are commands too. */
	#visitParts(parts: readonly Part[]): void {
		for (const part of parts) {
			if (part.kind === "command" || part.kind === "process") {
				if (!this.#isFull()) this.#visitScript(part.script);
			} else if (part.kind !== "text") this.#visitParts(part.nested);
		}
	}

	#redirectionsOf(redirections: readonly Redirection[]): FoundRedirection[] {
		return redirections.flatMap(({ operator, target, body }) => {
			if (body) this.#visitParts(body);
			const [field] = this.#expand(target);
			if (!field) return [];
			if (operator === "<<<") return { operator, target: field, body: field.text };
			return { operator, target: field, ...(body && { body: expandText(body, this.#values) }) };
		});
	}

	/** `read name` takes what is on its input, or on that of the loop around it. */
	#readInto(command: FoundCommand): void {
		const text = inputText(command) ?? this.#groupInput;
		const names = command.fields.slice(1).filter((field) => /^[A-Za-z_]\w*$/.test(field.text));
		for (const { text: name } of names) this.#variables.set(name, text === undefined ? undefined : known(text.trim()));
	}

	/** `printf -v name`. */
	#printInto({ fields }: FoundCommand): void {
		const [option, name, ...rest] = fields.slice(1).map(({ text }) => text);
		if (option === "-v" && name !== undefined) this.#variables.set(name, printedText("printf", rest));
	}

	#declare(fields: readonly Field[]): void {
		for (const { text } of fields.slice(1)) {
			const found = /^([A-Za-z_]\w*)\+?=([\s\S]*)$/.exec(text);
			if (found?.[1] !== undefined) this.#variables.set(found[1], known(found[2] ?? ""));
		}
	}

	#changeFolder(target: Field | undefined): void {
		const folder = target?.text ?? this.#home;
		const isKnown = folder !== undefined && known(folder) !== undefined && folder !== "-";
		const isReachable = folder?.startsWith("/") || this.#cwd !== undefined;
		this.#cwd = isKnown && isReachable ? resolve(this.#cwd ?? "/", folder) : undefined;
	}

	get #values(): Values {
		return {
			home: this.#home,
			variable: (name) => (name === "PWD" ? this.#cwd : this.#variables.get(name)),
			output: (script) => literalOutput(script, this.#values),
		};
	}
}

const declaring = new Set(["export", "declare", "typeset", "local", "readonly"]);

function known(text: string): string | undefined {
	return text.includes(unknown) || text.length > maxValueLength ? undefined : text;
}
