import { dirname } from "node:path";
import { argumentsOf, type FoundCommand, hasFlag, listOperands } from "../commands/found-command.ts";
import { inlineCode } from "../commands/inline-code.ts";
import { type Field, unknown } from "../expand/expand-word.ts";
import type { CriticalRule } from "./critical.ts";
import { couldMean, isVital, resolveFieldPath } from "./paths.ts";

/** `rm -r` of the whole system, one of its parts, or somebody's home; `find -delete` likewise. */
export const deletesEverything: CriticalRule = (command, _all, { home }) => {
	if (isRemover(command)) {
		const isTarget = listTargets(command).some((path) => isVital(path, home));
		return isTarget || globsVital(command) || command.pipedFrom.some((other) => listsVital(other, home));
	}
	if (command.name === "find" || command.name === "fd" || command.name === "fdfind") return deletesFound(command, home);
	return deletesInCode(command, home);
};

/** `/u*` may be `/usr`. */
function globsVital(command: FoundCommand): boolean {
	const globs = listOperands(command).filter(({ hasGlob, text }) => hasGlob && /^\/[^/]*\/?$/.test(text));
	return globs.some((field) =>
		topFolders.some((name) => couldMean({ ...field, text: field.text.replace(/\/$/, "") }, name)),
	);
}

/** `find / | xargs rm -r`, `ls / | …` */
function listsVital(command: FoundCommand, home: string | undefined): boolean {
	if (command.name === "find") return !argumentsOf(command).some(isFilter) && searchedFolders(command).some(isIn);
	// What a pattern stands for is written out.
	if (command.name === "echo" || command.name === "printf")
		return listTargets(command).some((path) => isVital(path, home));
	return command.name === "ls" && listOperands(command).some(isIn);

	function isIn(field: Field): boolean {
		const path = resolveFieldPath(field, command);
		return path !== undefined && isVital(path, home);
	}
}

/** The same through a library: `shutil.rmtree("/")`, `fs.rmSync(os.homedir())`. */
function deletesInCode(command: FoundCommand, home: string | undefined): boolean {
	const code = inlineCode(command);
	if (deletesHome.test(code)) return true;
	return [...code.matchAll(deletingCall)].some(([, path = ""]) =>
		isVital(path.replace(/^~(?=\/|$)/, home ?? "~").replace(/(.)\/+\*?$/, "$1"), home),
	);
}

const deletesHome =
	/\b(?:rmtree|remove_tree|rm_rf|rm_r|rmSync|rmdirSync|rm|rimraf|rimrafSync|removeSync|remove|emptyDirSync)\s*\(?\s*(?:[\w.]+\(\s*)*(?:os\.environ(?:\.get\(|\[)['"]HOME['"]|os\.getenv\(['"]HOME['"]|(?:pathlib\.)?Path\.home\(\)|(?:require\(['"](?:node:)?os['"]\)|os)\.home[d]ir\(\)|process\.env\.HOME\b|process\.env\[['"]HOME['"]|Bun\.env\.HOME\b|Deno\.env\.get\(['"]HOME['"]|ENV\[['"]HOME['"]|Dir\.home|\$ENV\{['"]?HOME|getenv\(['"]HOME['"]|os\.path\.expanduser\(['"]~\/?['"])\s*[\])}]*\s*(?:[,);'"]|$)/;
const deletingCall =
	/\b(?:rmtree|remove_tree|rm_rf|rm_r|remove_entry_secure|rmSync|rmdirSync|rm|rimraf|rimrafSync|removeSync|remove|emptyDirSync)\s*\(?\s*(?:[\w.]+\(\s*)?['"`]([^'"`]+)['"`]/g;

function isRemover(command: FoundCommand): boolean {
	const [name] = command.fields;
	const isRm = command.name === "rm" || (name?.hasGlob && ["/bin/rm", "/usr/bin/rm"].some((rm) => couldMean(name, rm)));
	if (isRm) return hasFlag(command, "rR", "--recursive", "--recurs", "--recursiv", "--no-preserve-root");
	if (["rimraf", "trash", "srm"].includes(command.name)) return true;
	return isAnyName(name?.text ?? "") && hasFlag(command, "r") && hasFlag(command, "f");
}

/** A program of the user's own, or one whose name is not known, may be a copy of `rm`. */
function isAnyName(text: string): boolean {
	return text.startsWith("./") || text.startsWith("../") || text === unknown;
}

/** Folders that would be gone with all that is in them: `/*` means `/`. */
export function listTargets(command: FoundCommand): string[] {
	return listOperands(command).flatMap((field) => {
		const path = resolveFieldPath(field, command);
		if (path === undefined) return [];
		const isEverythingIn =
			(field.hasGlob && /(?:^|\/)(?:\*|\.\*|\.\[!\.\]\*|\{,\.\}\*)$/.test(field.text)) ||
			/\/!\([^)]*\)$/.test(field.text);
		return isEverythingIn ? [dirname(path)] : [path];
	});
}

function deletesFound(command: FoundCommand, home: string | undefined): boolean {
	const args = argumentsOf(command);
	const deletes =
		args.includes("-delete") ||
		args.some(
			(text, at) =>
				/^(?:-exec|-ok|-x$|-X$|--exec)/.test(text) && /^(?:.*\/)?(?:rm|shred|unlink)$/.test(args[at + 1] ?? ""),
		);
	if (!deletes || args.some(isFilter)) return false;
	return searchedFolders(command).some((field) => {
		const path = resolveFieldPath(field, command);
		return path !== undefined && isVital(path, home);
	});
}

/** A test that leaves something out; `-not -name x` and `-name '*'` leave next to nothing out. */
function isFilter(text: string, index: number, args: readonly string[]): boolean {
	if (/^(?:!|-not)$/.test(args[index - 1] ?? "") || /^\*+$/.test(args[index + 1] ?? "")) return false;
	return /^-(?:i?name|i?path|i?regex|newer|[acm](?:time|min)|size|empty|user|group|perm)/.test(text);
}

function searchedFolders(command: FoundCommand): Field[] {
	const args = argumentsOf(command);
	const folders = command.fields
		.slice(1)
		.filter(({ text }, index) => args.slice(0, index + 1).every((arg) => !/^[-(!]/.test(arg)) && text !== "");
	// The first word of `fd` is what to look for.
	return command.name === "find" ? folders : folders.slice(1);
}

const topFolders = ["/bin", "/boot", "/etc", "/home", "/lib", "/opt", "/root", "/sbin", "/srv", "/usr", "/var"];
