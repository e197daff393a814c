import { basename } from "node:path";
import { commandOutput, joined } from "../expand/command-output.ts";
import { expandText, expandWord, type Field, unknown, type Values } from "../expand/expand-word.ts";
import { literalOutput, scriptOutput } from "../expand/script-output.ts";
import { ShellState, type Surroundings } from "../expand/shell-state.ts";
import { parseScript } from "../parse/parse.ts";
import type { Assignment, Part, Pipeline, Redirection, Script, SimpleCommand, Stage, Word } from "../parse/syntax.ts";
import { argumentsOf, type FoundCommand, type FoundRedirection } from "./found-command.ts";
import { printsShellCode, runsHiddenCode } from "./hidden-code.ts";
import { shelledOut } from "./inline-code.ts";
import { runTexts } from "./run-texts.ts";
import { fieldsOnInput, inputText } from "./script-on-input.ts";
import { setsState } from "./state-changes.ts";
import { innerCommands } from "./unwrap.ts";
import { keepWritten } from "./written-files.ts";

/** Beyond these a line is too tangled to be understood. */
const maxDepth = 200;
const maxCommands = 5000;
const maxRounds = 8;
/** Of text that is read again because a command runs it. */
const maxReadAgain = 1_000_000;

export interface Finding {
	readonly commands: readonly FoundCommand[];
	/** False when the line is broken, too tangled or runs what cannot be read, so that there may be more to it. */
	readonly exhaustive: boolean;
}

/**
 * Every command that a command line would run: in lists, pipes, groups, substitutions, here-documents and functions, and
 * behind programs that run others. Values that can be read off the line are put in.
 */
export function findCommands(text: string, surroundings: Surroundings = {}): Finding {
	const search = new CommandSearch(surroundings);
	for (const [name, value] of Object.entries(surroundings.variables ?? {})) {
		for (const run of runTexts.ofVariable(name, value)) search.visitText(run);
	}
	search.visitText(text);
	return { commands: search.found, exhaustive: search.exhaustive };
}

interface Place {
	readonly pipedFrom: readonly FoundCommand[];
	readonly isBackground: boolean;
}

type NewCommand = Place &
	Pick<FoundCommand, "fields" | "redirections" | "text"> & { runsHidden?: boolean; assigned?: readonly Field[] };

class CommandSearch {
	readonly found: FoundCommand[] = [];
	exhaustive = true;
	readonly #state: ShellState;
	readonly #functions: string[] = [];
	#depth = 0;
	#readAgain = 0;
	/** What the commands of a group would read, if they read: its pipe and its redirections. */
	#groupInput: Pick<FoundCommand, "redirections" | "pipedFrom"> = { redirections: [], pipedFrom: [] };

	constructor(surroundings: Surroundings) {
		this.#state = new ShellState(surroundings);
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
			const pipedFrom = commands.length > 0 ? [...commands] : this.#groupInput.pipedFrom;
			commands.push(...this.#visitStage(stage, { pipedFrom, isBackground }));
		}
		return commands;
	}

	#visitStage(stage: Stage, place: Place): FoundCommand[] {
		if (stage.kind === "simple") return this.#visitSimple(stage, place);
		if (stage.kind === "function") {
			this.#state.functions.set(stage.name, stage.body);
			return this.#visitFunction(stage.name, stage.body, place);
		}
		const fields = stage.words.flatMap((word) => this.#expand(word));
		const redirections = this.#findRedirections(stage.redirections);
		const outer = this.#groupInput;
		const hasInput = place.pipedFrom.length > 0 || redirections.some(({ operator }) => operator.startsWith("<"));
		if (hasInput) this.#groupInput = { redirections, pipedFrom: place.pipedFrom };
		const inside = this.#rounds(stage.variable, fields, stage.bodies);
		this.#groupInput = outer;
		// What a group writes and reads goes to the commands in it; this stands for its redirections.
		const output = outputOfGroup(inside);
		const group = this.#add({ fields: [], redirections, text: "", ...place }, output);
		return [...inside, group];
	}

	#visitFunction(name: string, body: Stage, place: Place): FoundCommand[] {
		this.#functions.push(name);
		const inside = this.#visitStage(body, place);
		this.#functions.pop();
		return inside;
	}

	/** The bodies, once for each value that a `for` goes through. */
	#rounds(variable: string | undefined, fields: readonly Field[], bodies: readonly Script[]): FoundCommand[] {
		const values = variable === undefined ? [] : fields.slice(0, maxRounds);
		if (variable === undefined || values.length === 0) return bodies.flatMap((body) => this.#visitScript(body));
		return values.flatMap(({ text, hasGlob }) => {
			if (hasGlob) this.#state.setPattern(variable, text);
			else this.#state.set(variable, text);
			return bodies.flatMap((body) => this.#visitScript(body));
		});
	}

	#visitSimple(simple: SimpleCommand, place: Place): FoundCommand[] {
		const assigned = simple.assignments.flatMap((assignment) => this.#assign(assignment));
		const [first] = simple.words;
		const alias = this.#state.aliases.get(first?.raw ?? "");
		if (alias !== undefined) this.#visitAlias(alias, simple);
		const fields = simple.words.flatMap((word) => this.#expand(word));
		const redirections = this.#findRedirections(simple.redirections);
		const isHidden = first !== undefined && this.#isHiddenName(first, fields[0]);
		const command = this.#add({
			fields,
			assigned,
			redirections,
			text: simple.raw,
			...(isHidden && { runsHidden: true }),
			...place,
		});
		return [command, ...this.#follow(command)];
	}

	#assign({ name, index, words, isArray, appends }: Assignment): readonly Field[] {
		const at = index && this.#expand(index)[0]?.text;
		const fields = words.flatMap((word) => this.#expand(word));
		const values = fields.map(({ text }) => text);
		if (isArray) this.#state.setArray(name, values);
		else if (appends) this.#state.append(name, values.join(" "));
		else this.#state.set(at === undefined ? name : `${name}[${at}]`, values.join(" "));
		for (const text of runTexts.ofVariable(name, values.join(" "))) this.visitText(text);
		return fields;
	}

	#visitAlias(alias: string, simple: SimpleCommand): void {
		const rest = simple.words.slice(1).map(({ raw }) => raw);
		if (this.#depth < maxAliasDepth) this.visitText([alias, ...rest].join(" "));
	}

	/** `$(decode something) -rf x`: what is run has no name yet. */
	#isHiddenName(word: Word, field: Field | undefined): boolean {
		if (field === undefined || !basename(field.text).includes(unknown)) return false;
		if (word.raw.includes(unknown)) return true;
		return word.parts.some(
			(part) =>
				(part.kind === "command" && !printsShellCode(part.script)) ||
				(part.kind === "variable" && this.#state.isComputed(part.name)),
		);
	}

	/** What a command does to the search: the variables it sets, the folder it goes to, the commands it runs. */
	#follow(command: FoundCommand): FoundCommand[] {
		setsState(command, this.#state, inputText(command) ?? inputText(this.#groupInput));
		const body = this.#state.functions.get(command.name);
		const args = argumentsOf(command);
		if (body && args.length > 0 && !this.#functions.includes(command.name)) {
			this.#deeper(() => this.#state.withArguments(args, () => this.#visitFunction(command.name, body, command)));
		}
		for (const text of runTexts.ofCommand(command, this.#values)) this.visitText(text);
		for (const line of shelledOut(command)) this.visitText(line);
		const wrapped: FoundCommand[] = [];
		for (const inner of innerCommands(command.name, command.fields)) {
			// Of `find -exec find -exec …` each one sees all that follow: the number doubles with each.
			if (this.#isFull()) break;
			if ("fields" in inner) this.#deeper(() => wrapped.push(...this.#visitWrapped(command, inner.fields)));
			else if (inner.args) {
				const [zeroth, ...args] = inner.args;
				this.#state.withArguments(args, () => this.visitText(inner.script), zeroth);
			} else if (!isSettings(command)) this.visitText(withInput(command, inner.script));
		}
		return wrapped;
	}

	#visitWrapped(wrapper: FoundCommand, inner: readonly Field[]): FoundCommand[] {
		const { redirections, pipedFrom, isBackground } = wrapper;
		const isFed = wrapper.name === "xargs" || wrapper.name === "parallel";
		const fields = isFed ? [...inner, ...fieldsOnInput(wrapper)] : inner;
		const text = fields.map(({ shown }) => shown).join(" ");
		const command = this.#add({
			...{ fields, redirections, pipedFrom, isBackground, text },
			// It is given words, and reads nothing.
			...(isFed && { runsHidden: fields.at(-1)?.text === "-c" && pipedFrom.length > 0 }),
		});
		return [command, ...this.#follow(command)];
	}

	#isFull(): boolean {
		const isFull = this.found.length > maxCommands;
		if (isFull) this.exhaustive = false;
		return isFull;
	}

	#add(command: NewCommand, groupOutput?: string): FoundCommand {
		const name = basename(command.fields[0]?.text ?? "");
		const input = inputText(command) ?? inputText(this.#groupInput);
		const output = groupOutput ?? commandOutput(command.fields, input, this.#values);
		const place = { name, inFunctions: [...this.#functions], cwd: this.#state.cwd, output };
		const found = { assigned: [], ...command, ...place, runsHidden: false };
		const complete = { ...found, runsHidden: command.runsHidden ?? runsHiddenCode(found) };
		if (complete.runsHidden) this.exhaustive = false;
		this.found.push(complete);
		keepWritten(complete, this.#state);
		for (const text of runTexts.ofStartupFiles(complete)) this.visitText(text);
		return complete;
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

	#findRedirections(redirections: readonly Redirection[]): FoundRedirection[] {
		return redirections.flatMap(({ operator, target, body, descriptor }) => {
			if (body) this.#visitParts(body);
			const [field] = this.#expand(target);
			if (!field) return [];
			const text = body ? expandText(body, this.#values) : this.#textBehind(operator, field);
			return {
				operator,
				target: field,
				...(descriptor !== undefined && { descriptor }),
				...(text !== undefined && { body: text }),
			};
		});
	}

	/** What is read from a here-string, a file that was written before, or a process. */
	#textBehind(operator: string, target: Field): string | undefined {
		if (operator === "<<<") return target.text;
		if (operator === "<&") return this.#state.fileText(`/dev/fd/${target.text}`);
		if (operator !== "<") return undefined;
		const [script] = target.scripts;
		return script ? scriptOutput(script, this.#values) : this.#state.fileText(target.text);
	}

	get #values(): Values {
		const state = this.#state;
		return {
			home: state.home,
			cwd: state.cwd,
			variable: (name) => state.variable(name),
			isPattern: (name) => state.isPattern(name),
			fileText: (path) => state.fileText(path),
			output: (script) => literalOutput(script, this.#values),
		};
	}
}

const maxAliasDepth = 20;

/** What some of its commands print is not lost when that of others is not known. */
function outputOfGroup(commands: readonly FoundCommand[]): string | undefined {
	if (commands.every(({ output }) => output === undefined)) return undefined;
	const outputs = commands.map(({ output }) => output ?? unknown);
	// A group in a group counts twice, so that it doubles with each level.
	const length = outputs.reduce((sum, output) => sum + output.length, 0);
	return length > maxGroupOutput ? unknown : joined(outputs);
}

const maxGroupOutput = 64 * 1024;

/** `parallel` puts the words on its input in. */
function withInput(command: FoundCommand, script: string): string {
	if (command.name !== "parallel") return script;
	return [script.replaceAll("{}", ""), ...fieldsOnInput(command).map(({ text }) => text)].join(" ");
}

/** `eval "$(ssh-agent)"`. */
function isSettings({ name, fields }: FoundCommand): boolean {
	const scripts = fields.slice(1).flatMap((field) => field.scripts);
	return name === "eval" && scripts.length > 0 && scripts.every(printsShellCode);
}
