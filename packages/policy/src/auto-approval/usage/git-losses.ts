import { lstatSync } from "node:fs";
import { resolve } from "node:path";
import type { Argument, Destruction, Place } from "../../expand/argument.ts";
import { unknown } from "../../expand/expand-word.ts";
import { hasOption, type ParsedArguments } from "../../options/parse-arguments.ts";

/** What git commands take away from the working tree. Whether that is work is found out from its state. */
type Look = (parsed: ParsedArguments, place: Place) => string | undefined;

/** `git rm -f`; without it, git keeps what was changed. */
export const removedFromIndex: Look = (parsed, place) => {
	const isForced = hasOption(parsed, "-f", "--force") && !hasOption(parsed, "--cached", "-n", "--dry-run");
	if (isForced) place.destroys(pathspecs(parsed.operands));
	return undefined;
};

/** `git mv -f a b`. */
export function overwrittenBy(...names: readonly string[]): Look {
	return (parsed, place) => {
		if (hasOption(parsed, ...names)) place.destroys(pathspecs(parsed.operands));
		return undefined;
	};
}

/** `git checkout` and `git switch`: another branch keeps what was changed, files and force do not. */
export const checkedOut: Look = (parsed, place) => {
	if (hasOption(parsed, "-f", "--force", "--discard-changes")) place.destroys({ paths: "whole" });
	const { operands, behindDashes } = parsed;
	const [first, ...rest] = operands;
	if (behindDashes > 0) place.destroys(pathspecs(operands.slice(-behindDashes)));
	else if (hasOption(parsed, "-b", "-c", "--create", "--orphan")) return undefined;
	else if (first) place.destroys(pathspecs(mayBePath(first, place) ? operands : rest));
	return undefined;
};

/** `git restore`; what is only taken out of the index stays in the files. */
export const restored: Look = (parsed, place) => {
	const isStagedOnly = hasOption(parsed, "-S", "--staged") && !hasOption(parsed, "-W", "--worktree");
	if (!isStagedOnly) place.destroys(pathspecs(parsed.operands));
	return undefined;
};

/** `git reset --hard`. */
export const resetTo: Look = (parsed, place) => {
	if (hasOption(parsed, "--hard", "--merge")) place.destroys({ paths: "whole" });
	return undefined;
};

export const cleaned: Look = (parsed, place) => {
	if (hasOption(parsed, "-n", "--dry-run")) return undefined;
	const what = hasOption(parsed, "-x", "-X") ? "untracked-and-ignored" : "untracked";
	const { paths } = parsed.operands.length === 0 ? { paths: ["."] } : pathspecs(parsed.operands);
	place.destroys({ paths, what });
	return undefined;
};

/** A merge or rebase that is given up takes what was resolved with it. */
export const stopped: Look = (parsed, place) => {
	if (hasOption(parsed, "--abort", "--skip", "--quit")) place.destroys({ paths: "whole" });
	return undefined;
};

/** The name of a remote, not a folder or an address. */
export const whyNotRemote: Look = ({ operands: [remote] }) =>
	remote && /[/:]|^\./.test(remote.text) ? `Reaches another repository: ${remote.shown}` : undefined;

/** Patterns of git's own, and what is not known, may be anywhere. */
function pathspecs(operands: readonly Argument[]): Destruction {
	const isPlain = operands.every(({ text }) => !/^:|[*?[\\]/.test(text) && !text.includes(unknown));
	return { paths: isPlain ? operands.map(({ text }) => text) : "whole" };
}

function mayBePath({ text }: Argument, { folders }: Place): boolean {
	if (text.includes(unknown) || /^:|[*?[]/.test(text)) return true;
	return folders.some((folder) => lstatSync(resolve(folder, text), { throwIfNoEntry: false }) !== undefined);
}
