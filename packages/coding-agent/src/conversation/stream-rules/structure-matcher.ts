import type { StreamRule } from "../../rules/stream-rule.ts";
import { type MatchContext, reaches } from "./stream-matcher.ts";

/** Code is parsed again after it grew by a line and by this share. */
const growth = 1.25;

/** Finds the rules whose patterns occur in code that a tool call writes. The parser is loaded when one could. */
export class StructureMatcher {
	readonly #rules: readonly StreamRule[];
	readonly #isDue: (name: string) => boolean;
	/** How much of each part was looked at, in characters. */
	#checked = new Map<string | number, number>();

	constructor(rules: readonly StreamRule[], isDue: (name: string) => boolean) {
		this.#rules = rules.filter(({ patterns }) => patterns.length > 0);
		this.#isDue = isDue;
	}

	get isEmpty(): boolean {
		return this.#rules.length === 0;
	}

	/** A new reply begins. */
	reset(): void {
		this.#checked = new Map();
	}

	/** The rules that a text breaks, which is known as a whole so far. Lines count once they are complete. */
	async check(text: string, context: MatchContext, isComplete = false): Promise<readonly StreamRule[]> {
		const rules = this.#rules.filter((rule) => reaches(rule, context) && this.#isDue(rule.rule.name));
		const [path] = context.paths ?? [];
		if (rules.length === 0 || path === undefined) return [];
		const code = isComplete ? text : text.slice(0, text.lastIndexOf("\n") + 1);
		const before = this.#checked.get(context.key) ?? 0;
		if (code.length <= (isComplete ? before : before * growth)) return [];
		this.#checked.set(context.key, code.length);
		const { matchStructure } = await import("../../rules/structure-match.ts");
		const patterns = [...new Set(rules.flatMap((rule) => rule.patterns))];
		const { found } = await matchStructure(code, path, patterns);
		return rules.filter((rule) => rule.patterns.some((pattern) => found.has(pattern)));
	}
}
