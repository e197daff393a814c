import type { FlagDefinition } from "../../../startup/flags.data.ts";

/** Moves flags before `--` and everything else after it: `-1` and `@ada` are values here, not flags and files. */
export function wordsLast(argv: readonly string[], definitions: readonly FlagDefinition[]): string[] {
	const flags: string[] = [];
	const words: string[] = [];
	for (let index = 0; index < argv.length; index++) {
		const token = argv[index] ?? "";
		if (token === "--") {
			words.push(...argv.slice(index + 1));
			break;
		}
		if (!/^(--[a-z]|-[a-z]$)/i.test(token)) {
			words.push(token);
			continue;
		}
		flags.push(token);
		const takesValue = definitions.some(({ name, kind }) => token === `--${name}` && kind === "string");
		const value = argv[index + 1];
		if (takesValue && value !== undefined) {
			flags.push(value);
			index++;
		}
	}
	return [...flags, "--", ...words];
}
