import type { Rule } from "../../discovery/capabilities/rules.ts";
import { compileStreamRule, type StreamRule } from "../../rules/stream-rule.ts";
import { matchStructure } from "../../rules/structure-match.ts";
import { type MatchContext, reaches, StreamMatcher } from "./stream-matcher.ts";

/** Where a text would come from. */
export type RuleOrigin = Omit<MatchContext, "key">;

export interface RuleMatch {
	readonly rule: Rule;
	/** The conditions that match, as they are written. */
	readonly conditions: readonly string[];
}

/** Tries rules on texts, outside a conversation. */
export class RuleTester {
	readonly rules: readonly Rule[];
	/** What is wrong with conditions. */
	readonly problems: readonly string[];
	readonly #compiled: readonly StreamRule[];
	readonly #matcher: StreamMatcher;

	constructor(rules: readonly Rule[]) {
		const compiled = rules.map((rule) => compileStreamRule(rule));
		this.#compiled = compiled.flatMap(({ stream }) => stream ?? []);
		this.rules = this.#compiled.map(({ rule }) => rule);
		this.problems = compiled.flatMap(({ problems }) => problems);
		this.#matcher = new StreamMatcher(this.#compiled, () => true);
	}

	async matches(text: string, origin: RuleOrigin): Promise<readonly RuleMatch[]> {
		const context = { ...origin, key: "" };
		const found = new Map<StreamRule, string[]>();
		for (const stream of this.#matcher.check(text, context, true)) {
			const conditions = stream.conditions.filter((condition) => condition.test(text));
			found.set(
				stream,
				conditions.map(({ source, flags }) => `/${source}/${flags}`),
			);
		}
		const structured = this.#compiled.filter(({ patterns }) => patterns.length > 0);
		const reached = origin.source === "tool" ? structured.filter((stream) => reaches(stream, context)) : [];
		const patterns = [...new Set(reached.flatMap((stream) => stream.patterns))];
		for (const path of patterns.length > 0 ? (origin.paths ?? []) : []) {
			const result = await matchStructure(text, path, patterns);
			for (const stream of reached) {
				const matched = stream.patterns.filter((pattern) => result.found.has(pattern));
				if (matched.length > 0) found.set(stream, [...(found.get(stream) ?? []), ...matched]);
			}
		}
		return [...found].map(([{ rule }, conditions]) => ({ rule, conditions }));
	}
}
