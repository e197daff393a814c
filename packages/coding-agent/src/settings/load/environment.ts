import type { Host } from "@oh-my-pi/pi-utils/host";
import { allSettings } from "../catalog/all-settings.ts";
import { parseValue } from "../catalog/parse-value.ts";
import { type SettingsTree, withValue } from "../file/settings-tree.ts";
import { fallbackPrefixes, overridingPrefixes, overridingVariables } from "./environment.data.ts";

export interface EnvironmentLayers {
	readonly environment: SettingsTree;
	readonly fallback: SettingsTree;
	readonly problems: readonly string[];
}

/** Settings from environment variables. */
export function readEnvironment(env: Host["env"]): EnvironmentLayers {
	const problems: string[] = [];
	let environment: SettingsTree = {};
	let fallback: SettingsTree = {};
	for (const [name, text] of Object.entries(env)) {
		if (!text) continue;
		const overridden = overridingVariables[name] ?? keyWithPrefix(name, overridingPrefixes);
		if (overridden) environment = add(environment, overridden, name, text, problems);
		const stoodInFor = keyWithPrefix(name, fallbackPrefixes);
		if (stoodInFor) fallback = add(fallback, stoodInFor, name, text, problems);
	}
	return { environment, fallback, problems };
}

/** `HINDSIGHT_API_URL` → `hindsight.apiUrl` */
function keyWithPrefix(name: string, prefixes: Readonly<Record<string, string>>): string | undefined {
	const [variables, keys] = Object.entries(prefixes).find(([prefix]) => name.startsWith(prefix)) ?? [];
	if (variables === undefined || keys === undefined) return undefined;
	const words = name.slice(variables.length).toLowerCase().split("_");
	const key = keys + words.map((word, index) => (index === 0 ? word : capitalized(word))).join("");
	return allSettings.some((setting) => setting.key === key) ? key : undefined;
}

function capitalized(word: string): string {
	return word.charAt(0).toUpperCase() + word.slice(1);
}

function add(tree: SettingsTree, key: string, variable: string, text: string, problems: string[]): SettingsTree {
	const setting = allSettings.find((candidate) => candidate.key === key);
	// An entry of a record, such as a role.
	if (!setting) return withValue(tree, key.split("."), text);
	const parsed = parseValue(setting, text);
	if ("value" in parsed) return withValue(tree, key.split("."), parsed.value);
	problems.push(`${variable}: ${parsed.problem}; the variable is ignored`);
	return tree;
}
