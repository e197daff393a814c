import { type NamedTool, toolsNamed } from "@oh-my-pi/pi-utils/text/tool-name";
import { isInFolder } from "../paths/is-in-folder.ts";

/** What the user decided about the calls of a tool. */
export type ToolPolicy = "allow" | "deny" | "prompt";

/** Parses a policy from settings, ignoring spaces and case; `undefined` for anything else. */
export function parsePolicy(value: unknown): ToolPolicy | undefined {
	const word = typeof value === "string" ? value.trim().toLowerCase() : undefined;
	return word === "allow" || word === "deny" || word === "prompt" ? word : undefined;
}

/** A tool as policies see it. */
export interface PolicyTool extends NamedTool {
	readonly restrictedLike?: string | undefined;
}

/** A policy with the key that says so. */
export interface FoundPolicy {
	readonly policy: ToolPolicy;
	readonly key: string;
}

/**
 * The policy that holds for a tool: the strictest of those under any of its names, else one that restricts the tool it is
 * restricted like. `tools` are the others that a name could mean.
 */
export function findPolicy(
	tool: PolicyTool,
	policies: Policies,
	tools: readonly PolicyTool[] = [],
): FoundPolicy | undefined {
	const all = [tool, ...tools.filter(({ name }) => name !== tool.name)];
	const direct = strictest(tool.name, policies, all);
	if (direct || tool.restrictedLike === undefined) return direct;
	const other = strictest(tool.restrictedLike, policies, all);
	return other?.policy === "allow" ? undefined : other;
}

/** The keys that are about a tool and no other. */
export function findKeys(tool: string, policies: Policies, tools: readonly PolicyTool[]): string[] {
	return Object.keys(policies).filter((key) => {
		const [only, ...others] = toolsNamed(key, tools);
		return only?.name === tool && others.length === 0;
	});
}

const byStrictness: readonly ToolPolicy[] = ["deny", "prompt", "allow"];

function strictest(name: string, policies: Policies, tools: readonly PolicyTool[]): FoundPolicy | undefined {
	const found = Object.entries(policies).flatMap(([key, value]) => {
		const policy = parsePolicy(value);
		const isMeant = policy && (key === name || toolsNamed(key, tools).some((tool) => tool.name === name));
		return isMeant ? [{ key, policy }] : [];
	});
	return found.toSorted((a, b) => byStrictness.indexOf(a.policy) - byStrictness.indexOf(b.policy))[0];
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
