import { existsSync, lstatSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { FoundCommand } from "../commands/found-command.ts";
import type { Argument, Destruction, Place } from "../expand/argument.ts";
import { expandWord, type Field, unknown, type Values } from "../expand/expand-word.ts";
import { filesFitting } from "../expand/glob-files.ts";
import { literalOutput } from "../expand/script-output.ts";
import { ShellState } from "../expand/shell-state.ts";
import { decidesWhatRuns } from "../files/guarded-files.ts";
import { parseScript } from "../parse/parse.ts";
import type { CompoundCommand, Part, Redirection, Script, SimpleCommand, Stage, Word } from "../parse/syntax.ts";
import { isInFolder } from "../paths/is-in-folder.ts";
import { resolveRealPath } from "../paths/resolve-links.ts";
import { isOwnVariable, isPlainSetting } from "../programs/variables.data.ts";
import { isReadOnly } from "../read-only/read-only.ts";
import type { PossibleLoss } from "../work-tree/work-tree.ts";
import { isPlainArithmetic, isPlainParameter, isPlainTest } from "./arithmetic.ts";
import { whyNotFree } from "./check-command.ts";

export interface FreeContext {
	readonly cwd: string;
	/** The folder that commands may change files in. */
	readonly project: string;
	readonly home: string;
	/** The repository's own git settings run programs, and the user did not agree to that. */
	readonly isGitUntrusted?: boolean;
	/** Whether a rule of the user's allows a command as it is written. */
	readonly isAllowed: (command: string) => boolean;
}

/** Something on a line that has to be asked about. */
export interface Objection {
	readonly reason: string;
	/** The command it is about; absent when it is about how the line is put together. */
	readonly command?: SimpleCommand;
}

/**
 * What keeps a command line from running unasked. It may when every command in it only reads, does an everyday job inside the
 * project or is allowed by a rule, and when everything that runs can be read off the line.
 */
export function judgeLine(line: string, context: FreeContext): LineJudgment {
	const judge = new LineJudge(context);
	judge.visitScript(parseScript(line), { isTop: true });
	if (judge.isEmpty) return { objections: [{ reason: "There is no command" }], losses: [] };
	return { objections: judge.objections, losses: judge.losses };
}

/** What commands take away that a line runs by way of others, such as `bash -c`. */
export function findLosses(commands: readonly FoundCommand[], context: FreeContext): PossibleLoss[] {
	return commands.flatMap((command) => {
		const judge = new LineJudge({ ...context, cwd: command.cwd ?? context.cwd });
		judge.visitFound(command);
		return judge.losses;
	});
}

export interface LineJudgment {
	readonly objections: readonly Objection[];
	/** What it takes away; it is free only if there is no work in it. */
	readonly losses: readonly PossibleLoss[];
}

/** More of them are not looked up on the disk. */
const maxPatterns = 50;

class LineJudge {
	readonly objections: Objection[] = [];
	readonly losses: PossibleLoss[] = [];
	isEmpty = true;
	readonly #context: FreeContext;
	readonly #state: ShellState;
	readonly #project: string;
	/** Where the shell may be: a `cd` that fails leaves it where it was. */
	#folders: readonly string[];
	#foldersBefore: readonly string[] = [];
	/** A folder with a repository of its own, whose settings may run something. */
	#isInOtherRepository = false;
	/** Files may not be those that are there now: a command before has changed some. */
	#hasChangedFiles = false;
	#patterns = 0;
	/** What was moved on this line: it is in whatever is deleted later. */
	readonly #moved: string[] = [];

	constructor(context: FreeContext) {
		this.#context = context;
		this.#state = new ShellState({ cwd: context.cwd, home: context.home });
		this.#project = resolveRealPath(context.project);
		this.#folders = [context.cwd];
	}

	visitScript(script: Script, { isTop }: { isTop: boolean }): void {
		if (!script.complete) this.#object("The command line cannot be understood");
		for (const { pipeline, end } of script.items) {
			this.isEmpty = false;
			if (end === "&") this.#object("Runs in the background");
			const before = this.#folders;
			for (const stage of pipeline.stages) this.#visitStage(stage, { isTop: isTop && pipeline.stages.length === 1 });
			if (this.#folders !== before) this.#foldersBefore = before;
			// Only what `&&` joins to a `cd` knows that it went well.
			if (end !== "&&") this.#folders = [...new Set([...this.#folders, ...this.#foldersBefore])];
			if (end !== "&&") this.#foldersBefore = [];
		}
	}

	#object(reason: string, command?: SimpleCommand): void {
		this.objections.push({ reason, ...(command && { command }) });
	}

	#visitStage(stage: Stage, place: { isTop: boolean }): void {
		if (stage.kind === "simple") this.#visitSimple(stage, place);
		else if (stage.kind === "function") this.#object(`Defines a function: ${stage.name}`);
		else this.#visitCompound(stage, place);
	}

	#visitCompound(stage: CompoundCommand, place: { isTop: boolean }): void {
		this.#visitRedirections(stage.redirections);
		const { opener, words, bodies } = stage;
		if (opener === "((" || (opener === "for" && stage.variable === undefined)) {
			if (!words.every(({ raw }) => isPlainArithmetic(raw))) this.#object("Evaluates what cannot be judged");
		} else if (opener === "[[") {
			if (!isPlainTest(words.map(({ raw }) => raw))) this.#object("Evaluates what cannot be judged");
			for (const word of words) this.#visitParts(word.parts);
		} else if (opener === "select" || opener === "coproc") this.#object(`Uses ${opener}`);
		else for (const word of words) this.#visitParts(word.parts);
		if (stage.variable !== undefined) this.#setVariable(stage.variable, undefined);
		const isGroup = opener === "{" && place.isTop;
		for (const body of bodies) {
			const folders = this.#folders;
			this.visitScript(body, { isTop: isGroup || opener === "(" });
			if (opener === "(") this.#folders = folders;
		}
	}

	#setVariable(name: string, value: string | undefined): void {
		if (!isOwnVariable(name)) this.#object(`Sets a variable that programs go by: ${name}`);
		this.#state.set(name, value);
	}

	#visitSimple(command: SimpleCommand, { isTop }: { isTop: boolean }): void {
		const { words, assignments } = command;
		for (const { name, index, words: values } of assignments) {
			for (const word of values) this.#visitParts(word.parts);
			if (index && !/^\d+$/.test(index.raw)) this.#object("Evaluates what cannot be judged");
			if (words.length > 0) {
				const value = this.#evaluateWords(values) ?? unknown;
				if (!isPlainSetting(name, value)) this.#object(`Sets a variable that programs go by: ${name}`, command);
			} else this.#setVariable(name, this.#evaluateWords(values));
		}
		this.#visitRedirections(command.redirections, command);
		const args = words.flatMap((word) => this.#expandArguments(word));
		const [program, ...rest] = args;
		if (program === undefined) return;
		const isPattern = /[*?[]/.test(program.shown) && !/^\[\[?$/.test(program.shown);
		if (!program.isLiteral || isPattern || words[0]?.parts.some((part) => part.kind !== "text")) {
			this.#object(`The program cannot be judged: ${program.shown}`, command);
			return;
		}
		if (program.text === "cd" || program.text === "pushd") this.#changeFolder(rest, command, isTop);
		else if (!this.#context.isAllowed(command.raw)) {
			const reason = whyNotFree(program.text, rest, this.#place);
			if (reason !== undefined) this.#object(reason, command);
		}
		if (!isReadOnly(program.text, rest)) this.#hasChangedFiles = true;
	}

	visitFound({ fields, text }: FoundCommand): void {
		const [program, ...rest] = fields.flatMap((field) => this.#expandField(field));
		if (program?.isLiteral && !this.#context.isAllowed(text)) whyNotFree(program.text, rest, this.#place);
	}

	#expandField({ text, shown, hasGlob }: Field, startsWithHome = false): Argument[] {
		if (hasGlob && text !== "[" && !text.includes(unknown)) return this.#fitting(text, shown);
		return [
			{ text, shown, isLiteral: !text.includes(unknown) && !startsWithHome, mayBeOption: text.startsWith(unknown) },
		];
	}

	#evaluateWords(words: readonly Word[]): string | undefined {
		const fields = words.flatMap((word) => expandWord(word, this.#values));
		return fields.length > 1 ? undefined : (fields[0]?.text ?? "");
	}

	#changeFolder(args: readonly Argument[], command: SimpleCommand, isTop: boolean): void {
		const [target] = args;
		const text = target?.text ?? "";
		if (args.length !== 1 || !target?.isLiteral || text.includes(unknown) || text.startsWith("-") || !isTop) {
			this.#object("Changes to a folder that is not known", command);
			return;
		}
		const folders = this.#folders.map((folder) => resolve(folder, text));
		const isInside = folders.every(
			(folder) => isInFolder(folder, this.#context.project) && isInFolder(resolveRealPath(folder), this.#project),
		);
		// Behind a link, `..` is somewhere else for the shell than for programs.
		const isStraight = folders.every(
			(folder) => resolveRealPath(folder) === resolve(this.#project, relativeTo(folder, this.#context.project)),
		);
		if (!isInside || !isStraight) this.#object(`Changes to a folder outside the project: ${text}`, command);
		this.#isInOtherRepository ||= folders.some((folder) => hasOwnRepository(folder, this.#context.project));
		this.#folders = folders;
		this.#state.cwd = folders[0];
	}

	get #place(): Place {
		return {
			home: this.#context.home,
			folders: this.#folders,
			project: this.#context.project,
			isInOtherRepository: this.#isInOtherRepository || this.#context.isGitUntrusted === true,
			isInside: (path) => this.#reaches(path, (real) => isInFolder(real, this.#project)),
			mayWrite: (path) => this.#reaches(path, (real) => this.#mayWrite(real)),
			hasOwnRepository: (path) =>
				this.#folders.some((folder) => hasOwnRepository(resolve(folder, path), this.#context.project)),
			destroys: (destruction) => this.#note(destruction),
		};
	}

	/** Only what is there can be lost; a scratch file is no work. */
	#note(destruction: Destruction): void {
		for (const folder of this.#folders) {
			const { paths, to } = destruction;
			const targets = paths === "whole" ? paths : [...paths.map((path) => resolve(folder, path)), ...this.#moved];
			const present =
				targets === "whole" ? targets : targets.filter((path) => exists(path) && dirname(path) !== "/tmp");
			if (to !== undefined && targets !== "whole") this.#moved.push(...targets);
			const target = to === undefined ? {} : { to: resolve(folder, to) };
			if (present.length > 0) this.losses.push({ ...destruction, paths: present, ...target, folder });
		}
	}

	#reaches(path: string, isFine: (real: string) => boolean): boolean {
		if (path.includes(unknown)) return false;
		// To programs `..` behind a link is the folder above its target.
		const placesOf = (folder: string) => [resolve(folder, path), path.startsWith("/") ? path : `${folder}/${path}`];
		return this.#folders.flatMap(placesOf).every((place) => isFine(resolveRealPath(place)));
	}

	#mayWrite(real: string): boolean {
		if (/^\/dev\/(?:null|stdout|stderr)$/.test(real)) return true;
		// A scratch file; folders there may be those of a running program.
		if (dirname(real) === "/tmp") return true;
		return isInFolder(real, this.#project) && !decidesWhatRuns(real, this.#project);
	}

	#visitRedirections(redirections: readonly Redirection[], command?: SimpleCommand): void {
		for (const { operator, target, body, descriptor } of redirections) {
			if (body) {
				this.#visitParts(body);
				continue;
			}
			this.#visitParts(target.parts);
			if (operator === "<<<" || (/^[<>]&$/.test(operator) && /^(?:\d+-?|-)$/.test(target.raw))) continue;
			const fields = expandWord(target, this.#values);
			const path = fields.length === 1 && !fields[0]?.hasGlob ? (fields[0]?.text ?? unknown) : unknown;
			const isRead = operator === "<" && !path.includes(unknown) && !/^\/dev\/(?!null$|stdin$)/.test(path);
			if (descriptor?.startsWith("{") || operator === "<>") this.#object("Opens a file for itself", command);
			if (operator !== "<") this.#hasChangedFiles = true;
			if (descriptor?.startsWith("{") || operator === "<>") continue;
			if (operator !== "<" && !this.#place.mayWrite(path))
				this.#object(`Writes outside the project or to what runs next: ${target.raw}`, command);
			else if (operator === "<" && !isRead) this.#object(`Reads what is not known: ${target.raw}`, command);
		}
	}

	#expandArguments(word: Word): Argument[] {
		this.#visitParts(word.parts);
		const [first] = word.parts;
		if (first?.kind === "process" && word.parts.length === 1) {
			return [{ text: "/dev/fd/63", shown: word.raw, isLiteral: true, mayBeOption: false }];
		}
		const startsOpen = first?.kind === "text" && !first.quoted;
		const startsWithHome = startsOpen && /^~/.test(word.raw);
		return expandWord(word, this.#values).flatMap((field) => this.#expandField(field, startsWithHome));
	}

	/** The files that a pattern stands for; the pattern itself where there are none. */
	#fitting(text: string, shown: string): Argument[] {
		const mayBeOption = /^(?:[*?[{]|[+@!]\()/.test(text);
		const pattern = { text, shown, isLiteral: false, mayBeOption };
		if (++this.#patterns > maxPatterns) return [pattern];
		const files = this.#folders.map((folder) => filesFitting(text, folder));
		const names = [...new Set(files.flatMap((found) => found ?? []))];
		if (this.#hasChangedFiles || files.includes(undefined) || /[+@!?*]\(/.test(text))
			return [pattern, ...names.map(named)];
		if (names.length === 0) return [{ ...pattern, mayBeOption: false }];
		return names.map(named);

		function named(name: string): Argument {
			return { text: name, shown, isLiteral: true, mayBeOption: false };
		}
	}

	/** Substitutions are judged like the line itself; anything that is evaluated twice cannot be. */
	#visitParts(parts: readonly Part[]): void {
		for (const part of parts) {
			if (part.kind === "text") continue;
			if (part.kind === "command" || part.kind === "process") {
				if (part.raw.startsWith(">(")) this.#object("Writes to a process");
				const folders = this.#folders;
				this.visitScript(part.script, { isTop: true });
				this.#folders = folders;
			} else if (part.kind === "arithmetic") {
				if (!isPlainArithmetic(part.raw.replace(/^\$(?:\(\(|\[)|(?:\)\)|\])$/g, "")))
					this.#object("Evaluates what cannot be judged");
				this.#visitParts(part.nested);
			} else {
				if (!isPlainParameter(part.raw)) this.#object(`Cannot be judged: ${part.raw}`);
				this.#visitParts(part.nested);
			}
		}
	}

	get #values(): Values {
		const state = this.#state;
		return {
			home: state.home,
			cwd: this.#folders.length === 1 ? this.#folders[0] : undefined,
			variable: (name) =>
				name === "PWD" ? (this.#folders.length === 1 ? this.#folders[0] : undefined) : state.variable(name),
			fileText: () => undefined,
			output: (script) => literalOutput(script, this.#values),
		};
	}
}

function relativeTo(folder: string, project: string): string {
	return folder === project ? "." : folder.slice(project.length + 1);
}

/** Whether git would find another repository there than that of the project; a bare one needs no `.git`. */
function hasOwnRepository(folder: string, project: string): boolean {
	for (let at = folder; at !== project && at !== dirname(at); at = dirname(at)) {
		if (existsSync(join(at, ".git")) || existsSync(join(at, "HEAD"))) return true;
	}
	return false;
}

function exists(path: string): boolean {
	return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
