import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { Claim } from "../../trust/claim.ts";
import { type JsonObject, parseTexts, tryJsonObject } from "./json-file.ts";
import type { PluginPlaces } from "./plugin-folders.ts";

/** `plugin-overrides.json` of a project. */
export interface ProjectOverrides {
	readonly disabled: readonly string[];
	readonly features: Readonly<Record<string, readonly string[]>>;
	readonly settings: Readonly<Record<string, JsonObject>>;
}

const none: ProjectOverrides = { disabled: [], features: {}, settings: {} };

/** A project may switch plugins off; features and settings of them need trust. */
export function readProjectOverrides(
	{ overridesFile }: PluginPlaces,
	admits: (claim: Claim) => boolean,
	warn: (problem: string) => void,
): ProjectOverrides {
	const value = overridesFile === undefined ? undefined : tryJsonObject(overridesFile, warn);
	if (value === undefined || overridesFile === undefined) return none;
	const disabled = parseTexts(value.disabled);
	const features = entriesOf(value.features).flatMap(([name, list]) =>
		Array.isArray(list) ? [[name, parseTexts(list)] as const] : [],
	);
	const settings = entriesOf(value.settings).flatMap(([name, values]) =>
		isRecord(values) ? [[name, values] as const] : [],
	);
	if (features.length + settings.length === 0) return { ...none, disabled };
	const content = JSON.stringify([features, settings]);
	const effects = [
		...features.map(([name, list]) => `uses these features of the plugin ${name}: ${list.join(", ") || "none"}`),
		...settings.map(([name, values]) => `changes settings of the plugin ${name}: ${Object.keys(values).join(", ")}`),
	];
	const shown = JSON.stringify({ features: value.features, settings: value.settings }, undefined, 2);
	if (!admits({ kind: "plugins", path: overridesFile, content, shown, effects })) return { ...none, disabled };
	return { disabled, features: Object.fromEntries(features), settings: Object.fromEntries(settings) };
}

function entriesOf(value: unknown): Array<[string, unknown]> {
	return isRecord(value) ? Object.entries(value) : [];
}
