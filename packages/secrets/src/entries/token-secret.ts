import type { SecretPattern } from "../patterns/secret-pattern.ts";
import { tokenShapes } from "../patterns/token-patterns.data.ts";
import type { PatternSecret } from "./secret-entry.ts";

/** Known tokens of providers and services. */
export const tokenSecret: PatternSecret = {
	type: "regex",
	source: "pattern",
	mode: "obfuscate",
	pattern: tokenPattern(),
};

function tokenPattern(): SecretPattern {
	return {
		find: (text) =>
			tokenShapes.flatMap(({ hints, pattern }) =>
				hints.some((hint) => text.includes(hint))
					? Array.from(text.matchAll(pattern), ({ index, 0: match }): readonly [number, number] => [
							index,
							index + match.length,
						])
					: [],
			),
	};
}
