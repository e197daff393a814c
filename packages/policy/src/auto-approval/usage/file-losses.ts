import { statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Argument, Place } from "../../expand/argument.ts";
import { hasOption, type ParsedArguments } from "../../options/parse-arguments.ts";
import { whyNotInside, whyNotWritten } from "./check-usage.ts";

/** `rm`. */
export function removed({ operands }: ParsedArguments, place: Place): undefined {
	place.destroys({ paths: texts(operands) });
}

/** `mv`: what is overwritten is lost, and so is what is moved to where nobody keeps an eye on it. */
export function moved(parsed: ParsedArguments, place: Place): undefined {
	const [target, sources] = targetOf(parsed);
	if (target === undefined) return;
	if (!hasOption(parsed, "-n", "--no-clobber")) place.destroys({ paths: targets(target, sources, place) });
	place.destroys({ paths: texts(sources), to: target.text });
}

/** `cp`. */
export function copiedOver(parsed: ParsedArguments, place: Place): string | undefined {
	const [target, sources] = targetOf(parsed);
	if (target === undefined) return undefined;
	if (!hasOption(parsed, "-n", "--no-clobber")) place.destroys({ paths: targets(target, sources, place) });
	const copies = targets(target, sources, place).map((text) => ({ ...target, text }));
	const outside = sources.find(
		({ text }) => !/^\/tmp\/[\w.-]+$/.test(text) && whyNotInside({ ...target, text }, place),
	);
	return outside ? whyNotInside(outside, place) : whyNotWritten([target, ...copies], place);
}

function targetOf({ operands }: ParsedArguments): [Argument | undefined, readonly Argument[]] {
	return [operands.at(-1), operands.slice(0, -1)];
}

/** The names that files get: their own ones in a folder. */
function targets(target: Argument, sources: readonly Argument[], place: Place): string[] {
	return place.folders.flatMap((folder) =>
		isFolder(resolve(folder, target.text))
			? sources.map(({ text }) => join(target.text, basename(text)))
			: [target.text],
	);
}

function isFolder(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function texts(args: readonly Argument[]): string[] {
	return args.map(({ text }) => text);
}
