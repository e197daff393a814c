import { dirname } from "node:path";
import { argumentsOf, type FoundCommand, hasFlag, operandsOf } from "../found-command.ts";
import type { CriticalRule } from "./critical.ts";
import { couldMean, pathOf } from "./paths.ts";

/** `rm -r` of the whole system, one of its parts, or somebody's home; `find -delete` likewise. */
export const deletesEverything: CriticalRule = (command, _all, { home }) => {
	if (isRemover(command)) return targetsOf(command).some((path) => isVital(path, home));
	if (command.name === "find") return deletesFound(command, home);
	return false;
};

function isRemover(command: FoundCommand): boolean {
	const [name] = command.fields;
	const isRm = command.name === "rm" || (name?.hasGlob && ["/bin/rm", "/usr/bin/rm"].some((rm) => couldMean(name, rm)));
	if (isRm) return hasFlag(command, "rR", "--recursive", "--no-preserve-root");
	return ["rimraf", "trash", "srm"].includes(command.name);
}

/** Folders that would be gone with all that is in them: `/*` means `/`. */
function targetsOf(command: FoundCommand): string[] {
	return operandsOf(command).flatMap((field) => {
		const path = pathOf(field, command);
		if (path === undefined) return [];
		const isEverythingIn = field.hasGlob && /(?:^|\/)(?:\*|\.\*|\.\[!\.\]\*|\{,\.\}\*)$/.test(field.text);
		return isEverythingIn ? [dirname(path)] : [path];
	});
}

function deletesFound(command: FoundCommand, home: string | undefined): boolean {
	const args = argumentsOf(command);
	const isFilter = (text: string) =>
		/^-(?:i?name|i?path|i?regex|newer|[acm](?:time|min)|size|empty|user|group|perm)/.test(text);
	const deletes =
		args.includes("-delete") || args.some((text, at) => /^-(?:exec|ok)/.test(text) && args[at + 1] === "rm");
	if (!deletes || args.some(isFilter)) return false;
	const folders = command.fields
		.slice(1)
		.filter(({ text }, index) => args.slice(0, index + 1).every((arg) => !/^[-(!]/.test(arg)) && text !== "");
	return folders.some((field) => {
		const path = pathOf(field, command);
		return path !== undefined && isVital(path, home);
	});
}

function isVital(path: string, home: string | undefined): boolean {
	return path === "/" || path === home || vital.test(path);
}

const vital =
	/^\/(?:bin|boot|dev|etc|home|lib|lib64|opt|proc|root|sbin|srv|sys|usr|var|Applications|Library|System|Users|(?:home|Users)\/[^/]+)$/;
