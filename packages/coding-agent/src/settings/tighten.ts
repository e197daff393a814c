import { approvalModes } from "./approval-mode.ts";
import { capScopes, capUnits } from "./sections/budget.ts";
import { isTree, lookup, type SettingsTree, withoutValue, withValue } from "./settings-tree.ts";
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
	return withStricter(withCaps(withPatterns(withApprovals(withMode(project, user), user)), user), user);
}

/** Money, isolation and concurrency: a looser value than the user's does not count. */
function withStricter(project: SettingsTree, user: SettingsTree): SettingsTree {
	let tree = project;
	for (const [key, { strict, default: unset }] of Object.entries(tightenedSettings)) {
		const path = key.split(".");
		const wanted = lookup(tree, path);
		if (wanted === undefined) continue;
		if (looseness(strict, wanted) > looseness(strict, lookup(user, path) ?? unset)) tree = withoutValue(tree, path);
	}
	return tree;
}

/** Spending caps: the lower one counts, and a project cannot remove any. */
function withCaps(project: SettingsTree, user: SettingsTree): SettingsTree {
	if (lookup(project, [budgetName]) === undefined) return project;
	let tree = project;
	for (const scope of capScopes) {
		for (const unit of capUnits) {
			const path = [budgetName, scope, unit];
			const wanted = lookup(tree, path);
			if (wanted === undefined) continue;
			const users = lookup(user, path);
			const isCap = typeof wanted === "number" && Number.isFinite(wanted) && wanted > 0;
			const isLoose = typeof users === "number" && users > 0 && isCap && wanted > users;
			if (!isCap || isLoose) tree = withoutValue(tree, path);
		}
	}
	return isTree(lookup(tree, [budgetName])) ? tree : withoutValue(tree, [budgetName]);
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
		const own = isTree(users) && Object.hasOwn(users, tool) ? users[tool] : undefined;
		return own === undefined || strictness(approval) > strictness(own);
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
