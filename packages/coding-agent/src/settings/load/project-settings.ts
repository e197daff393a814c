import type { Setting } from "@oh-my-pi/pi-utils/settings/setting";
import type { Claim } from "../../trust/claim.ts";
import { namedFiles } from "../../trust/named-files.ts";
import type { Project } from "../../trust/project.ts";
import { withFiles } from "../../trust/server-claims.ts";
import { allSettings } from "../catalog/all-settings.ts";
import type { FileLayer } from "../file/read-layer.ts";
import { isTree, lookup, type SettingsTree, withoutValue, withValue } from "../file/settings-tree.ts";
import { findProjectPolicy } from "./project-keys.data.ts";

/** A part of a project's settings that needs trust. */
interface Guarded {
	readonly key: string;
	readonly value: unknown;
	readonly effect: string;
}

/**
 * A project's settings file in two parts: what takes effect in any case, and what needs trust. Approval rules are split entry by
 * entry: those that tighten are free.
 */
export function splitProjectSettings(
	layer: FileLayer,
	project?: Project,
): {
	readonly free: SettingsTree;
	readonly claim: Claim | undefined;
} {
	let free = layer.tree;
	const guarded: Guarded[] = [];
	for (const setting of allSettings) {
		const path = setting.key.split(".");
		const value = lookup(layer.tree, path);
		if (value === undefined) continue;
		const parts = listGuardedParts(setting, value);
		if (parts.length === 0) continue;
		guarded.push(...parts);
		const rest = pickFreePart(setting.key, value);
		free = rest === undefined ? withoutValue(free, path) : withValue(free, path, rest);
	}
	return { free, claim: guarded.length > 0 ? buildClaim(layer, guarded, project) : undefined };
}

function buildClaim({ path }: FileLayer, guarded: readonly Guarded[], project: Project | undefined): Claim {
	const lines = guarded.map(({ key, value }) => `${key}: ${JSON.stringify(value)}`);
	const texts = guarded.flatMap(({ value }) => textsIn(value));
	const files = project ? namedFiles(texts, project, project.root, { withConfig: true }) : [];
	const claim: Claim = {
		kind: "settings",
		path,
		content: JSON.stringify(guarded.map(({ key, value }) => [key, value])),
		shown: lines.join("\n"),
		effects: [...guarded.map(({ effect }) => effect), ...files.map(({ name }) => `with the file ${name}`)],
	};
	return withFiles(claim, files);
}

function listGuardedParts(setting: Setting<unknown>, value: unknown): readonly Guarded[] {
	const { key } = setting;
	const whole: Guarded[] = [{ key, value, effect: `sets ${key} to ${textOf(value)}` }];
	switch (runsProgram(value) ? "trust" : (findProjectPolicy(setting) ?? "trust")) {
		case "free":
			return [];
		case "switch":
			return value === false || (setting.default === true && value === true) ? [] : whole;
		case "rules":
			return looseningEntries(key, value);
		case "trust":
			return whole;
	}
}

/** Approvals that a project grants itself. */
function looseningEntries(key: string, value: unknown): readonly Guarded[] {
	if (key === "bash.patterns" && Array.isArray(value)) {
		return value.filter(isLooseRule).map((rule) => {
			return { key, value: rule, effect: `runs ${textOf(ruleText(rule))} without asking` };
		});
	}
	if (key === "tools.approval" && isTree(value)) {
		return Object.entries(value).flatMap(([tool, approval]) => {
			const entry = { key: `${key}.${tool}`, value: approval, effect: `runs the tool ${tool} without asking` };
			return isLooseApproval(approval) ? [entry] : [];
		});
	}
	return [];
}

function pickFreePart(key: string, value: unknown): unknown {
	if (key === "bash.patterns" && Array.isArray(value)) return value.filter((rule) => !isLooseRule(rule));
	if (key === "tools.approval" && isTree(value)) {
		return Object.fromEntries(Object.entries(value).filter(([, approval]) => !isLooseApproval(approval)));
	}
	return undefined;
}

function isLooseRule(rule: unknown): boolean {
	return isTree(rule) ? isLooseApproval(rule.approval) : true;
}

/** An entry can be an object with a policy; whatever is not understood is treated as the strictest when it is used. */
function isLooseApproval(approval: unknown): boolean {
	if (isTree(approval)) return Object.values(approval).some(isLooseApproval);
	return approval === "allow";
}

function ruleText(rule: unknown): unknown {
	return isTree(rule) ? (rule.match ?? rule) : rule;
}

function textsIn(value: unknown): string[] {
	if (typeof value === "string") return [value.replace(/^!/, "")];
	if (Array.isArray(value))
		return [value.filter((part) => typeof part === "string").join(" "), ...value.flatMap(textsIn)];
	return isTree(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** `!command` is run for its output. */
function runsProgram(value: unknown): boolean {
	if (typeof value === "string") return value.startsWith("!");
	if (Array.isArray(value)) return value.some(runsProgram);
	return isTree(value) && Object.values(value).some(runsProgram);
}

function textOf(value: unknown): string {
	return typeof value === "string" ? value : JSON.stringify(value);
}
