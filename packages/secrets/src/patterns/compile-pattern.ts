import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { MatcherInput, RE2JS } from "re2js";
import { type SecretPattern, SlowPatternError } from "./secret-pattern.ts";
import { WatchedText } from "./watched-text.ts";

const flagBits: Readonly<Record<string, number>> = {
	i: RE2JS.CASE_INSENSITIVE,
	m: RE2JS.MULTILINE,
	s: RE2JS.DOTALL,
	// Always so: every match is replaced, and text is read by code points.
	g: 0,
	u: 0,
};

/** A few milliseconds. */
const stepsPerCheck = 500_000;

export interface PatternOptions {
	readonly flags?: string;
	/** The file and entry, for messages. */
	readonly place: string;
	readonly clock: () => number;
	/** For one text. */
	readonly maxMs?: number;
}

/**
 * Compiles a user's pattern for an engine without backtracking: one match takes time in proportion to the text and to the pattern,
 * whose counted repetitions are written out. Throws for what such an engine cannot do, which is looking around and repeating a
 * group's text.
 */
export function compilePattern(source: string, options: PatternOptions): SecretPattern {
	const { flags = "", place, clock, maxMs = 2000 } = options;
	let bits = 0;
	for (const flag of flags) {
		const bit = flagBits[flag];
		if (bit === undefined) throw new Error(`the flag "${flag}" is not supported; use i, m and s`);
		bits |= bit;
	}
	const compiled = compile(source, bits);
	return {
		find(text) {
			const found: Array<readonly [number, number]> = [];
			const startedAt = clock();
			const check = () => {
				if (clock() - startedAt > maxMs) throw new SlowPatternError(place, maxMs);
			};
			const watched = new WatchedText(text, Math.ceil(stepsPerCheck / compiled.programSize()), check);
			const matcher = compiled.matcher(MatcherInput.utf16(watched));
			while (matcher.find()) {
				if (matcher.end() > matcher.start()) found.push([matcher.start(), matcher.end()]);
				// Each match may read up to the end of the text.
				check();
			}
			return found;
		},
	};
}

function compile(source: string, bits: number): RE2JS {
	try {
		return RE2JS.compile(RE2JS.translateRegExp(source), bits);
	} catch (error) {
		const why = errorMessage(error);
		const isLook = /\(\?<?[=!]/.test(source);
		throw new Error(isLook ? "lookahead and lookbehind are not supported" : why, { cause: error });
	}
}
