import { basename } from "node:path";
import type { StreamRule, StreamScope } from "../../rules/stream-rule.ts";

/** Where a piece of output is from. */
export interface MatchContext {
	readonly source: StreamScope["source"];
	readonly tool?: string;
	readonly paths?: readonly string[];
	/** Tells parts of a reply apart that are matched separately. */
	readonly key: string;
}

/** Looked at again with the next piece, for what spans two. The whole text is tested when its block ends. */
const overlap = 96;
/** Long texts are not tested for every few letters. */
const maxStep = 48;

/** Finds the rules that output breaks, while it streams. */
export class StreamMatcher {
	readonly #rules: readonly StreamRule[];
	readonly #isDue: (name: string) => boolean;
	/** How much of each part was tested, and its end that has to be looked at again. */
	#parts = new Map<string, { tested: number; tail: string }>();
	/** Rules by source and tool, with expressions that match if any of theirs does. */
	readonly #candidates = new Map<
		string,
		{ readonly rules: readonly StreamRule[]; readonly any: readonly RegExp[] | undefined }
	>();

	constructor(rules: readonly StreamRule[], isDue: (name: string) => boolean) {
		this.#rules = rules;
		this.#isDue = isDue;
	}

	/** A new reply begins. */
	reset(): void {
		this.#parts = new Map();
	}

	watches({ source, tool }: Pick<MatchContext, "source" | "tool">): boolean {
		return this.#candidatesFor(source, tool).rules.length > 0;
	}

	/** The rules that a text breaks which grows by a piece. */
	add(piece: string, context: MatchContext): StreamRule[] {
		if (!this.watches(context)) return [];
		const part = this.#parts.get(context.key) ?? { tested: 0, tail: "" };
		this.#parts.set(context.key, part);
		const known = Math.min(part.tested, overlap);
		part.tail += piece;
		const fresh = part.tail.length - known;
		if (fresh <= Math.min(maxStep, part.tested >> 5)) return [];
		const text = part.tail;
		part.tested += fresh;
		part.tail = text.slice(-overlap);
		return this.#broken(text, context);
	}

	/** The rules that a text breaks which is known as a whole so far. */
	check(text: string, context: MatchContext, isComplete = false): StreamRule[] {
		const part = this.#parts.get(context.key) ?? { tested: 0, tail: "" };
		if (isComplete) return this.#broken(text, context);
		if (text.length - part.tested <= Math.min(maxStep, part.tested >> 5)) return [];
		this.#parts.set(context.key, { tested: text.length, tail: "" });
		return this.#broken(text.slice(Math.max(0, part.tested - overlap)), context);
	}

	#broken(part: string, context: MatchContext): StreamRule[] {
		const { rules, any } = this.#candidatesFor(context.source, context.tool);
		if (rules.length === 0) return [];
		if (any && !any.some((expression) => expression.test(part))) return [];
		return rules.filter(
			(stream) =>
				this.#isDue(stream.rule.name) &&
				reaches(stream, context) &&
				stream.conditions.some((condition) => condition.test(part)),
		);
	}

	#candidatesFor(source: StreamScope["source"], tool: string | undefined) {
		const key = `${source} ${tool ?? ""}`;
		const known = this.#candidates.get(key);
		if (known) return known;
		const rules = this.#rules.filter(({ scopes }) => scopes.some((scope) => isAt(scope, source, tool)));
		const made = { rules, any: anyOf(rules.flatMap(({ conditions }) => conditions)) };
		this.#candidates.set(key, made);
		return made;
	}
}

function isAt(scope: StreamScope, source: StreamScope["source"], tool: string | undefined): boolean {
	if (scope.source !== source) return false;
	return scope.source !== "tool" || scope.tool === undefined || scope.tool === tool;
}

/** Whether the scopes and globs of a rule let it apply here. */
function reaches({ rule, scopes }: StreamRule, { source, tool, paths = [] }: MatchContext): boolean {
	const fits = (glob: string) => {
		const pattern = new Bun.Glob(glob);
		return paths.some((path) => pattern.match(path.replace(/^\.\//, "")) || pattern.match(basename(path)));
	};
	if (rule.globs && !rule.globs.some(fits)) return false;
	return scopes.some(
		(scope) => isAt(scope, source, tool) && (scope.source !== "tool" || scope.glob === undefined || fits(scope.glob)),
	);
}

/** Few expressions in place of many, one for each combination of flags; `undefined` where that is not possible. */
function anyOf(conditions: readonly RegExp[]): readonly RegExp[] | undefined {
	// Groups have other numbers in a joined expression.
	if (conditions.some(({ source }) => /\\[1-9k]|\(\?<[^=!]/.test(source))) return undefined;
	const byFlags = Map.groupBy(conditions, ({ flags }) => flags);
	return [...byFlags].map(([flags, group]) => new RegExp(group.map(({ source }) => `(?:${source})`).join("|"), flags));
}
