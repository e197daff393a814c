import { basename } from "node:path";
import type { Argument, Place } from "../expand/argument.ts";
import { wrappers } from "../programs/wrappers.data.ts";
import { isReadOnly } from "../read-only/read-only.ts";
import { checkedPrograms, everydayPrograms } from "./everyday-programs.ts";
import { isInstalled } from "./installed-tools.ts";
import { pythonModules, pythonScripts } from "./programs/python.data.ts";
import { whyNotUsage } from "./usage/check-usage.ts";

/** Why a command has to be asked about; `undefined` when it only reads, or does an everyday job inside the project. */
export function whyNotFree(program: string, args: readonly Argument[], place: Place): string | undefined {
	const name = knownName(program);
	if (name === undefined) return `Runs a file: ${program}`;
	const isOtherGit = name === "git" && (place.isInOtherRepository || !staysInRepository(args, place));
	if (isOtherGit) return "Runs git where the repository's settings may run something";
	const bare = name === "git" ? withoutFolder(args) : args;
	if (isReadOnly(name, bare)) return undefined;
	const inner = unwrapped(name, bare, place);
	if (typeof inner === "string") return inner;
	if (inner) return whyNotFree(inner[0]?.text ?? "", inner.slice(1), place);
	const look = checkedPrograms.get(name);
	if (look) return look(bare, place);
	if (isVersion(name, bare)) return undefined;
	if (/^python3?$/.test(name)) return whyNotPython(bare, place);
	const usage = everydayPrograms.get(name);
	return usage ? whyNotUsage(name, usage, bare, place) : `Runs code omp can't check: ${name}`;
}

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

/** What a program that runs another one is given; a text says why that cannot be judged, `undefined` that it runs none. */
function unwrapped(name: string, args: readonly Argument[], place: Place): readonly Argument[] | string | undefined {
	const texts = args.map(({ text }) => text);
	const unjudged = `Runs what is not known: ${name}`;
	switch (name) {
		case "timeout":
			return /^\d+[smh]?$/.test(texts[0] ?? "") && args.length > 1 ? args.slice(1) : unjudged;
		case "time":
		case "nice":
			return texts[0]?.startsWith("-") || args.length === 0 ? unjudged : args;
		case "npx":
		case "bunx":
			return fetched(args, place) ?? unjudged;
		case "pnpm":
		case "yarn":
		case "npm":
			return /^(?:exec|x)$/.test(texts[0] ?? "")
				? (fetched(
						args.slice(1).filter(({ text }) => text !== "--"),
						place,
					) ?? unjudged)
				: undefined;
		case "bun":
			return texts[0] === "x" ? (fetched(args.slice(1), place) ?? unjudged) : undefined;
		case "poetry":
		case "uv":
		case "pipenv":
		case "pdm":
		case "hatch":
			return texts[0] === "run" ? args.slice(1) : undefined;
		case "bundle":
			return texts[0] === "exec" ? args.slice(1) : undefined;
		default:
			return wrappers.has(name) && !everydayPrograms.has(name) && !checkedPrograms.has(name) ? unjudged : undefined;
	}
}

/** A program of the project's packages. One that is not there would be fetched, and be whatever has its name. */
function fetched(args: readonly Argument[], place: Place): readonly Argument[] | undefined {
	const rest = args.filter(({ text }, index) => index > 0 || !/^(?:-y|--yes|--no-install|--no|-q|--quiet)$/.test(text));
	const [program] = rest;
	return program?.isLiteral && /^[\w-]+$/.test(program.text) && isInstalled(program.text, place) ? rest : undefined;
}

/** Prints what it is and does nothing; git's help opens another program. */
function isVersion(name: string, args: readonly Argument[]): boolean {
	return args.length === 1 && name !== "git" && /^(?:--version|-V|--help|version)$/.test(args[0]?.text ?? "");
}

/** `python -m module` for modules that are known, and the scripts that frameworks have. */
function whyNotPython(args: readonly Argument[], place: Place): string | undefined {
	const [first, second, ...rest] = args;
	if (first?.text === "-m" && second?.isLiteral) {
		const usage = pythonModules[second.text];
		if (usage && Object.hasOwn(pythonModules, second.text))
			return whyNotUsage(`python -m ${second.text}`, usage, rest, place);
		return asModule.has(second.text)
			? whyNotFree(second.text, rest, place)
			: `Runs code omp can't check: python -m ${second.shown}`;
	}
	const script = first && Object.hasOwn(pythonScripts, first.text) ? pythonScripts[first.text] : undefined;
	return script && first
		? whyNotUsage(first.text, script, args.slice(1), place)
		: `Runs a file: ${first?.shown ?? "python"}`;
}

const asModule = new Set("pytest mypy black ruff isort flake8 pylint pyright coverage tox nox".split(" "));
