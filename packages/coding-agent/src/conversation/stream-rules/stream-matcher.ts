import { basename } from "node:path";
import { GuardedExpression } from "../../rules/guarded-expression.ts";
import type { StreamRule, StreamScope } from "../../rules/stream-rule.ts";
import { LiteralScanner } from "./literal-scanner.ts";
import { requiredLiterals } from "./required-literals.ts";

/** Where a piece of output is from. */
export interface MatchContext {
	readonly source: StreamScope["source"];
	readonly tool?: string;
	readonly paths?: readonly string[];
	/** Tells parts of a reply apart that are matched separately. */
	readonly key: string | number;
}

/** Looked at again with the next piece, for what spans two. The whole text is tested when its block ends. */
const overlap = 96;
/** Long texts are not tested for every few letters. */
const maxStep = 48;

/** What is known about a part of a reply. */
interface Part {
	tested: number;
	/** Its end, which has to be looked at again. */
	tail: string;
	/** Where the scanner is. */
	state: number;
	readonly seen: Set<number>;
	/** Those of which all literals were seen. */
	readonly likely: Set<Condition>;
}

interface Condition {
	readonly stream: StreamRule;
	readonly expression: RegExp;
}

/** Rules for one source and tool. */
interface Candidates {
	readonly rules: readonly StreamRule[];
	readonly scanner: LiteralScanner | undefined;
	/** The conditions with each literal; they are tested only where all of theirs were seen. */
	readonly byLiteral: ReadonlyArray<ReadonlyArray<Condition & { readonly literals: readonly number[] }>>;
	/** The others, with expressions that match if any of theirs does. */
	readonly always: readonly Condition[];
	readonly any: readonly RegExp[] | undefined;
	/** Those of projects, which are tested one by one. */
	readonly guarded: readonly Condition[];
}

/** Finds the rules that output breaks, while it streams. */
export class StreamMatcher {
	readonly #rules: readonly StreamRule[];
	readonly #isDue: (name: string) => boolean;
	readonly #onSlow: ((stream: StreamRule) => void) | undefined;
	#parts = new Map<string | number, Part>();
	readonly #candidates = new Map<string, Candidates>();
	/** Asked for with every piece. */
	#last: { readonly source: string; readonly tool: string | undefined; readonly found: Candidates } | undefined;

	constructor(rules: readonly StreamRule[], isDue: (name: string) => boolean, onSlow?: (stream: StreamRule) => void) {
		this.#rules = rules;
		this.#onSlow = onSlow;
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
		const candidates = this.#candidatesFor(context.source, context.tool);
		if (candidates.rules.length === 0) return [];
		const part = this.#findOrAddPart(context.key);
		const known = Math.min(part.tested, overlap);
		part.tail += piece;
		const fresh = part.tail.length - known;
		if (fresh <= Math.min(maxStep, part.tested >> 5)) return [];
		const text = part.tail;
		part.tested += fresh;
		part.tail = text.slice(-overlap);
		scan(known === 0 ? text : text.slice(known), part, candidates);
		return this.#broken(text, part.likely, candidates, context);
	}

	/** The rules that a text breaks which is known as a whole so far. */
	check(text: string, context: MatchContext, isComplete = false): StreamRule[] {
		const candidates = this.#candidatesFor(context.source, context.tool);
		if (candidates.rules.length === 0) return [];
		if (isComplete) {
			const streamed = this.#parts.get(context.key);
			// Most of it was scanned while it came.
			if (streamed && streamed.tail !== "" && streamed.tested >= text.length - maxStep) {
				scan(text.slice(streamed.tested), streamed, candidates);
				return this.#broken(text, streamed.likely, candidates, context);
			}
			const whole = emptyPart();
			scan(text, whole, candidates);
			return this.#broken(text, whole.likely, candidates, context);
		}
		const part = this.#findOrAddPart(context.key);
		if (text.length - part.tested <= Math.min(maxStep, part.tested >> 5)) return [];
		const fresh = text.slice(Math.max(0, part.tested - overlap));
		part.tested = text.length;
		// The text may be another one than before, so nothing is carried over.
		part.state = 0;
		scan(fresh, part, candidates);
		return this.#broken(fresh, part.likely, candidates, context);
	}

	#findOrAddPart(key: string | number): Part {
		let part = this.#parts.get(key);
		if (!part) {
			part = emptyPart();
			this.#parts.set(key, part);
		}
		return part;
	}

	#broken(
		text: string,
		likely: ReadonlySet<Condition>,
		{ rules, always, any, guarded }: Candidates,
		context: MatchContext,
	): StreamRule[] {
		const mayBeAny = always.length > 0 && (any?.some((expression) => expression.test(text)) ?? true);
		if (!mayBeAny && likely.size + guarded.length === 0) return [];
		const found = new Set<StreamRule>();
		for (const { stream, expression } of [...(mayBeAny ? always : []), ...guarded, ...likely]) {
			const isBroken = expression.test(text);
			if (expression instanceof GuardedExpression && expression.isTooSlow) this.#onSlow?.(stream);
			if (!isBroken || !this.#isDue(stream.rule.name) || !reaches(stream, context)) continue;
			found.add(stream);
		}
		return found.size > 1 ? rules.filter((rule) => found.has(rule)) : [...found];
	}

	#candidatesFor(source: StreamScope["source"], tool: string | undefined): Candidates {
		const last = this.#last;
		if (last && last.source === source && last.tool === tool) return last.found;
		const key = `${source} ${tool ?? ""}`;
		let known = this.#candidates.get(key);
		if (!known) {
			known = buildCandidates(
				this.#rules.filter(
					({ scopes, conditions }) => conditions.length > 0 && scopes.some((scope) => isAt(scope, source, tool)),
				),
			);
			this.#candidates.set(key, known);
		}
		this.#last = { source, tool, found: known };
		return known;
	}
}

function emptyPart(): Part {
	return { tested: 0, tail: "", state: 0, seen: new Set(), likely: new Set() };
}

function scan(text: string, part: Part, { scanner, byLiteral }: Candidates): void {
	if (!scanner) return;
	part.state = scanner.scan(text, part.state, (literal) => {
		if (part.seen.has(literal)) return;
		part.seen.add(literal);
		for (const condition of byLiteral[literal] ?? []) {
			if (condition.literals.every((other) => part.seen.has(other))) part.likely.add(condition);
		}
	});
}

function buildCandidates(rules: readonly StreamRule[]): Candidates {
	const conditions = rules.flatMap((stream) =>
		stream.conditions.map((expression) => ({ stream, expression, texts: requiredLiterals(expression) })),
	);
	const texts = [...new Set(conditions.flatMap((condition) => condition.texts))];
	const indexes = new Map(texts.map((text, index) => [text, index]));
	const byLiteral: Array<Array<Condition & { literals: readonly number[] }>> = texts.map(() => []);
	for (const { stream, expression, texts: conditionTexts } of conditions) {
		const literals = conditionTexts.flatMap((text) => indexes.get(text) ?? []);
		const condition = { stream, expression, literals };
		for (const literal of literals) byLiteral[literal]?.push(condition);
	}
	const unfiltered = conditions.filter((condition) => condition.texts.length === 0);
	const guarded = unfiltered.filter(({ expression }) => expression instanceof GuardedExpression);
	const always = unfiltered.filter(({ expression }) => !(expression instanceof GuardedExpression));
	return {
		rules,
		scanner: texts.length > 0 ? new LiteralScanner(texts) : undefined,
		byLiteral,
		always,
		any: joinConditions(always.map(({ expression }) => expression)),
		guarded,
	};
}

/** Whether the scopes and globs of a rule let it apply here. */
export function reaches({ rule, scopes }: StreamRule, { source, tool, paths = [] }: MatchContext): boolean {
	const fits = (glob: string) => {
		const pattern = new Bun.Glob(glob);
		return paths.some((path) => pattern.match(path.replace(/^\.\//, "")) || pattern.match(basename(path)));
	};
	if (rule.globs && !rule.globs.some(fits)) return false;
	return scopes.some(
		(scope) => isAt(scope, source, tool) && (scope.source !== "tool" || scope.glob === undefined || fits(scope.glob)),
	);
}

function isAt(scope: StreamScope, source: StreamScope["source"], tool: string | undefined): boolean {
	if (scope.source !== source) return false;
	return scope.source !== "tool" || scope.tool === undefined || scope.tool === tool;
}

/** Few expressions in place of many, one for each combination of flags; `undefined` where that is not possible. */
function joinConditions(conditions: readonly RegExp[]): readonly RegExp[] | undefined {
	// Groups have other numbers in a joined expression.
	if (conditions.some(({ source }) => /\\[1-9k]|\(\?<[^=!]/.test(source))) return undefined;
	const byFlags = Map.groupBy(conditions, ({ flags }) => flags);
	return [...byFlags].map(([flags, group]) => new RegExp(group.map(({ source }) => `(?:${source})`).join("|"), flags));
}
