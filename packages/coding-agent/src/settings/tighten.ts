import { approvalModes } from "./approval-mode.ts";
import { isTree, lookup, type SettingsTree, withoutValue, withValue } from "./file/settings-tree.ts";
import { looseness, tightenedSettings } from "./tightening.data.ts";

const modePath = ["tools", "approvalMode"];
const approvalPath = ["tools", "approval"];
const patternsPath = ["bash", "patterns"];
/** Where a project's rules for commands are kept: beside the user's, since a list replaces the one below it. */
export const projectPatternsPath = ["bash", "projectPatterns"];

const budgetName = "budget";

const strictnessOf: Readonly<Record<string, number>> = { allow: 0, prompt: 1, deny: 2 };

/**
 * A project's settings as they may apply above the user's: the stricter approval wins, and what cannot be understood is the
 * strictest.
 */
export function tighten(project: SettingsTree, user: SettingsTree): SettingsTree {
	const kept = withoutReplacedMappings(project, user);
	return withStricter(withCaps(withPatterns(withApprovals(withMode(kept, user), user)), user), user);
}

/** A value in the place of a mapping of the user's (`tools: 5`, or `tools:` with nothing below) would remove all that is in it. */
function withoutReplacedMappings(project: SettingsTree, user: SettingsTree): SettingsTree {
	return Object.fromEntries(
		Object.entries(project).flatMap(([key, value]): Array<[string, unknown]> => {
			const below = Object.hasOwn(user, key) ? user[key] : undefined;
			if (!isTree(below)) return [[key, value]];
			return isTree(value) ? [[key, withoutReplacedMappings(value, below)]] : [];
		}),
	);
}

/** Money, isolation and concurrency: a looser value than the user's does not count. */
function withStricter(project: SettingsTree, user: SettingsTree): SettingsTree {
	let tree = project;
	for (const [key, { strict, default: unset }] of Object.entries(tightenedSettings)) {
		const path = key.split(".");
		const wanted = lookup(tree, path);
		if (wanted === undefined) continue;
		const isLooser = () => looseness(strict, wanted) > looseness(strict, lookup(user, path) ?? unset);
		if (strict === "users" || isLooser()) tree = withoutValue(tree, path);
	}
	return tree;
}

/** Spending caps, `budget.<scope>.<unit>`: the lower one counts, and a project cannot remove any. */
function withCaps(project: SettingsTree, user: SettingsTree): SettingsTree {
	const scopes = lookup(project, [budgetName]);
	if (scopes === undefined) return project;
	let tree = project;
	for (const [scope, caps] of entriesOf(scopes)) {
		for (const [unit, wanted] of entriesOf(caps)) {
			const path = [budgetName, scope, unit];
			const users = lookup(user, path);
			const isCap = typeof wanted === "number" && Number.isFinite(wanted) && wanted > 0;
			const isLoose = typeof users === "number" && users > 0 && isCap && wanted > users;
			if (!isCap || isLoose) tree = withoutValue(tree, path);
		}
	}
	return isTree(lookup(tree, [budgetName])) ? tree : withoutValue(tree, [budgetName]);
}

function entriesOf(value: unknown): ReadonlyArray<[string, unknown]> {
	return isTree(value) ? Object.entries(value) : [];
}

function withMode(project: SettingsTree, user: SettingsTree): SettingsTree {
	const wanted = lookup(project, modePath);
	if (wanted === undefined) return project;
	const rank = modeRank(wanted);
	const users = lookup(user, modePath);
	if (users !== undefined && modeRank(users) <= rank) return withoutValue(project, modePath);
	return withValue(project, modePath, approvalModes[rank]);
}

/** 0 is the strictest. */
function modeRank(mode: unknown): number {
	const known: readonly unknown[] = approvalModes;
	return Math.max(0, known.indexOf(mode));
}

function withApprovals(project: SettingsTree, user: SettingsTree): SettingsTree {
	const wanted = lookup(project, approvalPath);
	if (!isTree(wanted)) return project;
	const users = lookup(user, approvalPath);
	const kept = Object.entries(wanted).filter(([tool, approval]) => {
		const userApproval = isTree(users) && Object.hasOwn(users, tool) ? users[tool] : undefined;
		return userApproval === undefined || strictness(approval) > strictness(userApproval);
	});
	return withValue(project, approvalPath, Object.fromEntries(kept));
}

function strictness(approval: unknown): number {
	return typeof approval === "string" ? (strictnessOf[approval] ?? 2) : 1;
}

function withPatterns(project: SettingsTree): SettingsTree {
	const patterns = lookup(project, patternsPath);
	const others = withoutValue(withoutValue(project, patternsPath), projectPatternsPath);
	return patterns === undefined ? others : withValue(others, projectPatternsPath, patterns);
}
