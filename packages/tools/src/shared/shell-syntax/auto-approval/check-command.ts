import { basename } from "node:path";
import type { Argument, Place } from "../argument.ts";
import { unknown } from "../expand-word.ts";
import { withoutGlobalOptions } from "../programs/global-options.data.ts";
import { elseRun } from "../programs/indirect-execution.ts";
import { allowsArguments, isReadOnly } from "../read-only/read-only.ts";
import { wrappers } from "../wrappers.data.ts";
import {
	isPlainAwk,
	isPlainSed,
	localRequest,
	whyNotArchive,
	whyNotReadLine,
	whyNotRemove,
	whyNotSource,
	whyNotXargs,
} from "./checked-programs.ts";
import { type EverydayProgram, everydayPrograms } from "./everyday.data.ts";

/** Why a command has to be asked about; `undefined` when it only reads, or does an everyday job inside the project. */
export function whyNotFree(program: string, args: readonly Argument[], place: Place): string | undefined {
	const name = knownName(program);
	if (name === undefined) return `Runs a file: ${program}`;
	const isOtherGit = name === "git" && (place.isInOtherRepository || !staysInRepository(args, place));
	if (isOtherGit) return "Runs git where the repository's settings may run something";
	const bare = name === "git" ? withoutFolder(args) : args;
	if (isReadOnly(name, bare)) return undefined;
	const inner = unwrapped(name, bare);
	if (inner)
		return inner.length === 0
			? `Runs what is not known: ${name}`
			: whyNotFree(inner[0]?.text ?? "", inner.slice(1), place);
	const careful = carefulPrograms.get(name);
	if (careful) return careful(bare, place);
	const rule = everydayPrograms.get(name);
	return rule ? whyNotEveryday(name, rule, bare, place) : `Runs code omp can't check: ${name}`;
}

const carefulPrograms: ReadonlyMap<string, (args: readonly Argument[], place: Place) => string | undefined> = new Map(
	Object.entries({
		awk: isPlainAwk,
		gawk: isPlainAwk,
		mawk: isPlainAwk,
		sed: isPlainSed,
		gsed: isPlainSed,
		curl: (args: readonly Argument[], place: Place) => localRequest(args, place, false),
		wget: (args: readonly Argument[], place: Place) => localRequest(args, place, true),
		read: whyNotReadLine,
		source: whyNotSource,
		".": whyNotSource,
		xargs: whyNotXargs,
		tar: whyNotArchive,
		rm: (args, place) =>
			whyNotRemove(args, place) ?? whyNotEveryday("rm", everydayPrograms.get("rm") ?? {}, args, place),
	}),
);

/** A program by its name, or where the system and the project's packages keep programs. */
function knownName(program: string): string | undefined {
	if (!program.includes("/")) return program;
	if (/^(?:\/usr)?(?:\/local)?\/s?bin\/[\w.+-]+$/.test(program)) return basename(program);
	if (
		/^(?:\.\/)?(?:[\w.-]+\/)*(?:node_modules\/\.bin|\.?venv\/bin|vendor\/bin)\/[\w.-]+$/.test(program) &&
		!program.includes("..")
	) {
		return basename(program);
	}
	return /^\.\/(?:gradlew|mvnw)$/.test(program) ? basename(program) : undefined;
}

/** `git -C folder` in the project, with no repository of its own on the way. */
function staysInRepository(args: readonly Argument[], place: Place): boolean {
	const command = args.findIndex(({ text }, index) => !text.startsWith("-") && args[index - 1]?.text !== "-C");
	return args.every(({ text }, index) => {
		if (args[index - 1]?.text !== "-C" || (command !== -1 && index > command)) return true;
		return place.isInside(text) && !place.hasOwnRepository(text);
	});
}

function withoutFolder(args: readonly Argument[]): readonly Argument[] {
	const at = args.findIndex(({ text }) => text === "-C");
	const isGlobal = at !== -1 && args.slice(0, at).every(({ text }) => text.startsWith("-"));
	return isGlobal ? withoutFolder(args.toSpliced(at, 2)) : args;
}

/** What a program that runs another one is given, without that program's own options; `undefined` for others. */
function unwrapped(name: string, args: readonly Argument[]): readonly Argument[] | undefined {
	const texts = args.map(({ text }) => text);
	switch (name) {
		case "timeout":
			return /^\d+[smh]?$/.test(texts[0] ?? "") ? args.slice(1) : [];
		case "time":
		case "nice":
			return texts[0]?.startsWith("-") ? [] : args;
		case "npx":
		case "bunx":
			return behindYes(args);
		case "pnpm":
		case "yarn":
		case "npm":
			return /^(?:exec|x)$/.test(texts[0] ?? "")
				? behindYes(args.slice(1).filter(({ text }) => text !== "--"))
				: undefined;
		case "bun":
			return texts[0] === "x" ? behindYes(args.slice(1)) : undefined;
		case "poetry":
		case "uv":
		case "pipenv":
		case "pdm":
		case "hatch":
			return texts[0] === "run" ? args.slice(1) : undefined;
		case "bundle":
			return texts[0] === "exec" ? args.slice(1) : undefined;
		default:
			return wrappers.has(name) && !everydayPrograms.has(name) && !carefulPrograms.has(name) ? [] : undefined;
	}
}

function behindYes(args: readonly Argument[]): readonly Argument[] {
	const rest = args.filter(({ text }, index) => index > 0 || !/^(?:-y|--yes|--no-install|--no|-q|--quiet)$/.test(text));
	// Another version, or another package than its name says, is somebody else's program.
	return /^[\w-]+$/.test(rest[0]?.text ?? "") && toolsOfPackages.has(rest[0]?.text ?? "") ? rest : [];
}

const toolsOfPackages: ReadonlySet<string> = new Set(
	[...everydayPrograms.keys()].filter(
		(name) => !/^(?:git|rm|mv|cp|tee|mkdir|touch|chmod|npm|pnpm|yarn|docker|kubectl|gh|make)$/.test(name),
	),
);

function whyNotEveryday(
	name: string,
	rule: EverydayProgram,
	args: readonly Argument[],
	place: Place,
): string | undefined {
	if (isVersion(args)) return undefined;
	const texts = withoutGlobalOptions([name, ...args.map(({ text }) => text)]).slice(1);
	const runs = elseRun(
		name,
		args.map(({ text }) => text),
	);
	if (runs !== undefined) return `Runs something else: ${runs.replaceAll(unknown, "…")}`;
	const dropped = args.slice(0, args.length - texts.length);
	return ofRule(name, rule, [...args.slice(dropped.length)], place) ?? outsideOf(dropped, rule, place);
}

function isVersion(args: readonly Argument[]): boolean {
	return args.length === 1 && /^(?:--version|-V|--help|-h|version)$/.test(args[0]?.text ?? "");
}

function ofRule(name: string, rule: EverydayProgram, args: readonly Argument[], place: Place): string | undefined {
	if (rule.commands) {
		const at = args.findIndex(({ text }) => !text.startsWith("-"));
		const word = args[at];
		if (word === undefined)
			return rule.alone
				? ofWords(name, { ...rule, maxOperands: 0 }, args, place)
				: `Runs code omp can't check: ${name}`;
		const inner = Object.hasOwn(rule.commands, word.text) ? rule.commands[word.text] : undefined;
		if (!inner || !word.isLiteral) return `Runs code omp can't check: ${name} ${word.shown}`;
		return ofRule(`${name} ${word.text}`, inner, [...args.slice(0, at), ...args.slice(at + 1)], place);
	}
	return ofWords(name, rule, args, place);
}

function ofWords(name: string, rule: EverydayProgram, given: readonly Argument[], place: Place): string | undefined {
	const args = withoutFreeValues(given, rule.freeValues ?? []);
	const vague = args.find(({ text, mayBeOption }) => mayBeOption || text.includes(unknown));
	if (vague) return `Depends on what is not known: ${vague.shown}`;
	const texts = args.map(({ text }) => text);
	const first = texts.find((text) => !text.startsWith("-")) ?? "";
	if (!allowsArguments(rule, texts) || (rule.first && !rule.first.test(first)))
		return `Runs code omp can't check: ${[name, ...args.map(({ shown }) => shown)].join(" ")}`;
	return outsideOf(args, rule, place) ?? whyNotWrite(args, rule, place);
}

/** `-m text`, `--message=text`. */
function withoutFreeValues(args: readonly Argument[], names: readonly string[]): readonly Argument[] {
	return args.filter(({ text }, index) => {
		const before = args[index - 1]?.text ?? "";
		return !names.includes(before) && !names.some((name) => name.startsWith("--") && text.startsWith(`${name}=`));
	});
}

/** Paths that lead out of the project, and addresses. */
function outsideOf(args: readonly Argument[], rule: EverydayProgram, place: Place): string | undefined {
	const found = args.find(({ text }) => {
		const value = text.replace(/^[^=\s]*=/, "").replace(/^-[A-Za-z](?=[/~.])/, "");
		if (rule.urls?.test(value)) return false;
		if (/^[a-z][a-z0-9+.-]*:\/\/|^[\w.-]+@[\w.-]+:/i.test(value)) return true;
		return /^[/~]|(?:^|[/=:,])\.\.(?:\/|$)/.test(value) && !place.isInside(value) && !place.mayWrite(value);
	});
	if (found) return `Outside the project: ${found.shown}`;
	if (rule.commits) return undefined;
	const guarded = args.find(({ text }) => {
		const value = text.replace(/^[^=\s]*=/, "").replace(/^-[A-Za-z](?=[/.])/, "");
		return /(?:^|\/)\.[\w-]/.test(value) && !place.mayWrite(value);
	});
	return guarded && `May change what runs next: ${guarded.shown}`;
}

function whyNotWrite(args: readonly Argument[], { writes }: EverydayProgram, place: Place): string | undefined {
	if (writes === undefined) return undefined;
	const operands = args.filter(({ text }) => !/^-./.test(text));
	const written = writes === "last" ? operands.slice(-1) : writes === "but-first" ? operands.slice(1) : operands;
	const patternless = written.map(({ text, shown }) => ({ shown, text: text.replace(/\/?[^/]*[*?[{].*$/, "/_") }));
	const found = patternless.find(({ text }) => !place.mayWrite(text));
	return found && `Changes files outside the project or what runs next: ${found.shown}`;
}
