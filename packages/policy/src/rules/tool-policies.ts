import { isInFolder } from "../paths/is-in-folder.ts";

/** What the user decided about the calls of a tool. */
export type ToolPolicy = "allow" | "deny" | "prompt";

/** Parses a policy from settings, ignoring spaces and case; `undefined` for anything else. */
export function parsePolicy(value: unknown): ToolPolicy | undefined {
	const word = typeof value === "string" ? value.trim().toLowerCase() : undefined;
	return word === "allow" || word === "deny" || word === "prompt" ? word : undefined;
}

/** The policy that holds for a tool: its own, else one that restricts the tool it is restricted like. */
export function policyFor(
	{ name, restrictedLike }: { readonly name: string; readonly restrictedLike?: string | undefined },
	policies: Policies,
): ToolPolicy | undefined {
	const direct = parsePolicy(policies[name]);
	if (direct || restrictedLike === undefined) return direct;
	const other = parsePolicy(policies[restrictedLike]);
	return other === "allow" ? undefined : other;
}

/** A policy of `tools.approval` that holds in a folder and below; without one everywhere. */
interface PlacedPolicy {
	readonly approval: unknown;
	readonly path?: unknown;
}

type Policies = Readonly<Record<string, unknown>>;

/** The policies as they hold in a folder: of a list the first entry that applies there. */
export function policiesIn(policies: Policies, cwd: string): Policies {
	if (!Object.values(policies).some(Array.isArray)) return policies;
	return Object.fromEntries(
		Object.entries(policies).map(([tool, value]) => [
			tool,
			Array.isArray(value) ? value.filter(isPlaced).find((entry) => appliesIn(entry, cwd))?.approval : value,
		]),
	);
}

/** What is written for a tool that is allowed in one folder. */
export function allowedIn(before: unknown, path: string): readonly PlacedPolicy[] {
	const others = Array.isArray(before) ? before : before === undefined ? [] : [{ approval: before }];
	return [{ approval: "allow", path }, ...others];
}

function isPlaced(entry: unknown): entry is PlacedPolicy {
	return typeof entry === "object" && entry !== null && "approval" in entry;
}

function appliesIn({ path }: PlacedPolicy, cwd: string): boolean {
	return path === undefined || (typeof path === "string" && isInFolder(cwd, path));
}
