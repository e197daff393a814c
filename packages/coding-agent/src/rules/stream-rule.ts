import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Rule } from "../discovery/capabilities/rules.ts";
import { GuardedExpression } from "./guarded-expression.ts";

/** A part of the model's output. */
export type StreamScope =
	| { readonly source: "text" | "thinking" }
	| { readonly source: "tool"; readonly tool?: string; readonly glob?: string };

/** A rule whose conditions are applied to the model's output. */
export interface StreamRule {
	readonly rule: Rule;
	readonly conditions: readonly RegExp[];
	/** Patterns for the structure of code in tool calls, such as `foo($A, $$$REST)`. */
	readonly patterns: readonly string[];
	readonly scopes: readonly StreamScope[];
}

export interface CompiledRule {
	/** `undefined` when nothing of it can be applied. */
	readonly stream: StreamRule | undefined;
	readonly problems: readonly string[];
}

/** No one has written a longer one by hand. */
const maxConditionLength = 4096;
/** Of a project. */
const maxRepetitions = 12;
const defaultScopes: readonly StreamScope[] = [{ source: "text" }, { source: "tool" }];

/** Compiles the conditions of a rule. Invalid ones are left out and named. */
export function compileStreamRule(rule: Rule): CompiledRule {
	const problems: string[] = [];
	const written = rule.condition ?? [];
	const globs = written.filter(isFileGlob);
	const conditions = written
		.filter((condition) => !isFileGlob(condition))
		.flatMap((condition) => {
			const compiled = compile(condition, rule.level === "project");
			if (typeof compiled !== "string") return [compiled];
			problems.push(`${rule.path}: condition ${condition} ${compiled}`);
			return [];
		});
	const named = (rule.scope ?? []).flatMap((token) => {
		const scope = parseScope(token);
		if (!scope) problems.push(`${rule.path}: unknown scope "${token}"`);
		return scope ?? [];
	});
	// A file glob as condition: any change of such a file.
	const files = globs.flatMap((glob) => ["edit", "write"].map((tool): StreamScope => ({ source: "tool", tool, glob })));
	const specific = [...named, ...files];
	const scopes = specific.length > 0 ? specific : rule.scope ? [] : defaultScopes;
	const all = globs.length > 0 ? [...conditions, /.*/s] : conditions;
	// Only calls write code.
	const patterns = scopes.some(({ source }) => source === "tool") ? (rule.astCondition ?? []) : [];
	const isUsable = all.length + patterns.length > 0 && scopes.length > 0;
	return { stream: isUsable ? { rule, conditions: all, patterns, scopes } : undefined, problems };
}

/** `*.tsx` and `src/**` are globs; as regular expressions they would make no sense. */
function isFileGlob(condition: string): boolean {
	if (!/^[\w./@{},*?-]+$/.test(condition) || /(?:^|\/)\.\*/.test(condition)) return false;
	return condition.startsWith("*") || (condition.includes("/") && /[*?{]/.test(condition));
}

/** The expression, or what is wrong with it. */
function compile(condition: string, isOfProject: boolean): RegExp | string {
	const flags = /^\(\?([ims]+)\)/.exec(condition);
	const source = flags ? condition.slice(flags[0].length) : condition;
	// A repetition of a repetition takes exponential time, and a project may bring rules unasked.
	if (source.length > maxConditionLength) return "is too long";
	if (repeatsRepetition(source)) return "repeats a repetition";
	if (isOfProject && (source.match(/[*+]|\{\d+,/g)?.length ?? 0) > maxRepetitions) return "repeats too much";
	try {
		const uniqueFlags = [...new Set(flags?.[1] ?? "")].join("");
		return isOfProject && /[*+{]/.test(source)
			? new GuardedExpression(source, uniqueFlags)
			: new RegExp(source, uniqueFlags);
	} catch (error) {
		return `is invalid: ${errorMessage(error)}`;
	}
}

/** Whether a group that is repeated without limit contains something that is. */
function repeatsRepetition(source: string): boolean {
	/** For each open group, whether something in it is repeated. */
	const groups: boolean[] = [];
	let isInClass = false;
	for (let at = 0; at < source.length; at++) {
		const char = source.charAt(at);
		if (char === "\\") at++;
		else if (isInClass) isInClass = char !== "]";
		else if (char === "[") isInClass = true;
		else if (char === "(") groups.push(false);
		else if (char === ")") {
			const isRepeating = groups.pop() ?? false;
			if (isRepeating && isUnlimited(source, at + 1)) return true;
			if ((isRepeating || isUnlimited(source, at + 1)) && groups.length > 0) groups[groups.length - 1] = true;
		} else if (isUnlimited(source, at) && groups.length > 0) groups[groups.length - 1] = true;
	}
	return false;
}

function isUnlimited(source: string, at: number): boolean {
	return /^(?:[+*]|\{\d+,\d*\})/.test(source.slice(at, at + 24));
}

function parseScope(token: string): StreamScope | undefined {
	if (token === "text" || token === "thinking") return { source: token };
	if (token === "tool" || token === "toolcall") return { source: "tool" };
	const [, tool, glob] = /^tool(?:call)?:([\w.-]+)(?:\((.+)\))?$/.exec(token) ?? [];
	return tool === undefined ? undefined : { source: "tool", tool, ...(glob !== undefined && { glob }) };
}
