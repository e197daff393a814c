import type { Env } from "../../model/provider.ts";
import { splitLevel } from "../match/level-suffix.ts";
import type { ThinkingLevel } from "../match/thinking-level.ts";

export const builtInRoles = [
	"default",
	"smol",
	"slow",
	"vision",
	"plan",
	"designer",
	"commit",
	"title",
	"task",
	"advisor",
] as const;

/** Role names and their selectors. */
export interface Roles {
	readonly selectors: Readonly<Record<string, string>>;
	/** All role names, also those without a selector. */
	readonly names: ReadonlySet<string>;
}

/** Flags override variables, which override settings. */
export function resolveRoles(sources: {
	settings?: Readonly<Record<string, string>>;
	flags?: Readonly<Record<string, string | undefined>>;
	env: Env;
	/** The user's own roles, from `modelTags`. */
	tags?: readonly string[];
}): Roles {
	const { settings = {}, flags = {}, env, tags = [] } = sources;
	const variables = { smol: env.PI_SMOL_MODEL, slow: env.PI_SLOW_MODEL, plan: env.PI_PLAN_MODEL };
	const selectors = { ...settings, ...nonEmpty(variables), ...nonEmpty(flags) };
	return { selectors, names: new Set([...builtInRoles, "tiny", ...tags, ...Object.keys(selectors)]) };
}

function nonEmpty(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
	return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

/** The role that a pattern names: `@slow`, `pi/slow`, `*`, or a bare role name, each with an optional `:level`. */
export function roleIn(pattern: string, roles: Roles): { role: string; level?: ThinkingLevel } | undefined {
	const trimmed = pattern.trim();
	const direct = roleNamed(trimmed, roles);
	if (direct !== undefined) return { role: direct };
	const split = splitLevel(trimmed);
	const role = split && roleNamed(split.pattern, roles);
	return role === undefined || !split ? undefined : { role, level: split.level };
}

function roleNamed(text: string, roles: Roles): string | undefined {
	if (text === "*") return "default";
	const name = text.replace(/^(@|pi\/)/, "");
	return roles.names.has(name) ? name : undefined;
}
