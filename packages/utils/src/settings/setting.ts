/** One setting, defined once: type, default, screen, help and reference come from this. */
export interface Setting<Value> {
	/** The dotted path in settings files; given by the section. */
	readonly key: string;
	readonly type: SettingType;
	/** `undefined` where the feature itself decides. */
	readonly default: Value;
	/** In force in place of a value that is not understood; the default where this is absent. */
	readonly whenInvalid?: Value;
	readonly label: string;
	readonly help: string;
	readonly values?: readonly string[];
	readonly place: Place;
	/** Reachable by file and command line only. */
	readonly fileOnly?: true;
	/** A secret: lists do not show it. */
	readonly credential?: true;
	/** A change counts from the next session on. */
	readonly nextSession?: true;
	/** Shown only while another setting has this value; it can be set in any case. */
	readonly onlyWith?: { readonly key: string; readonly value: unknown } | undefined;
	/** What a project's settings may do with it. */
	readonly project?: ProjectPolicy | undefined;
	/** What is wrong with a value from a file, if anything. */
	readonly problemWith: (value: unknown) => string | undefined;
}

/**
 * What a project's settings may change.
 *
 * - `free`: takes effect without asking. It changes how things look or how omp works, but runs nothing, sends nothing elsewhere
 *   and allows nothing.
 * - `trust`: takes effect once the user trusts it: programs, folders, servers, credentials, and switches that protect the user.
 * - `switch`: a tool. A project may switch it off; on only if it is on by default.
 * - `rules`: approvals. A project may tighten them; what loosens them needs trust.
 */
export type ProjectPolicy = "free" | "trust" | "switch" | "rules";

export type SettingType = "boolean" | "number" | "string" | "enum" | "array" | "record";

/** Where the panel, the list and the reference show a setting. */
export interface Place {
	readonly tab: SettingsTab;
	readonly group: string;
	/** The group that those of a feature are shown before; without it they are the last of the tab. */
	readonly before?: string;
}

export const settingsTabs = [
	"Appearance",
	"Model",
	"Interaction",
	"Context",
	"Memory",
	"Files",
	"Shell",
	"Tools",
	"Tasks",
	"Providers",
	"Internal",
] as const;

export type SettingsTab = (typeof settingsTabs)[number];

type Definition<Value> = Omit<Setting<Value>, "key" | "place"> & { readonly place?: Place };

type Words = Pick<Setting<unknown>, "label" | "help" | "fileOnly" | "credential" | "nextSession" | "project"> & {
	/** Where it is shown, when that is not where the rest of its section is. */
	readonly place?: Place;
};

type Unset = { default?: undefined };

/** There are hundreds of definitions, each a fresh literal: filling them in rather than copying them starts faster. */
function defined<Value>(
	words: Words & { default?: Value | undefined },
	type: SettingType,
	problemWith: Setting<Value>["problemWith"],
): Definition<Value> {
	return Object.assign(words as Words & { default: Value }, { type, problemWith });
}

export function boolean(options: Words & { default: boolean }): Definition<boolean>;
export function boolean(options: Words & Unset): Definition<boolean | undefined>;
export function boolean(options: Words & { default?: boolean | undefined }): Definition<boolean | undefined> {
	return defined(options, "boolean", (value) => (typeof value === "boolean" ? undefined : "must be true or false"));
}

interface Range {
	readonly min?: number;
	readonly max?: number;
}

/** A whole number. */
export function integer(options: Words & Range & { default: number }): Definition<number> {
	return defined(options, "number", (value) =>
		Number.isInteger(value) ? problemWithRange(value as number, options) : "must be a whole number",
	);
}

export function number(options: Words & Range & { default: number }): Definition<number>;
export function number(options: Words & Range & Unset): Definition<number | undefined>;
export function number(options: Words & Range & { default?: number | undefined }): Definition<number | undefined> {
	return defined(options, "number", (value) =>
		Number.isFinite(value) ? problemWithRange(value as number, options) : "must be a number",
	);
}

function problemWithRange(value: number, { min, max }: Range): string | undefined {
	if ((min === undefined || value >= min) && (max === undefined || value <= max)) return undefined;
	if (max === undefined) return `must be at least ${min}`;
	return min === undefined ? `must be at most ${max}` : `must be from ${min} to ${max}`;
}

export function string(options: Words & { default: string }): Definition<string>;
export function string(options: Words & Unset): Definition<string | undefined>;
export function string(options: Words & { default?: string | undefined }): Definition<string | undefined> {
	return defined(options, "string", (value) => (typeof value === "string" ? undefined : "must be text"));
}

export function choice<const Value extends string>(
	options: Words & { default: Value; values: readonly Value[]; whenInvalid?: Value },
): Definition<Value> {
	// A bare 3 in YAML is a number; among choices it means the word.
	return defined(options, "enum", (value) =>
		["string", "number"].includes(typeof value) && options.values.includes(String(value) as Value)
			? undefined
			: `must be one of ${options.values.join(", ")}`,
	);
}

/** Entries are looked at by whoever uses them: besides text some lists take mappings. */
export function list(options: Words & { default: readonly unknown[] }): Definition<readonly unknown[]> {
	return defined(options, "array", (value) => (Array.isArray(value) ? undefined : "must be a list"));
}

export function textList(options: Words & { default: readonly string[] }): Definition<readonly string[]> {
	return defined(options, "array", (value) =>
		Array.isArray(value) && value.every((entry) => typeof entry === "string") ? undefined : "must be a list of texts",
	);
}

/** Names and what they stand for: texts, unless `problemWithEntry` says what else. */
export function record<Value = string>(
	options: Words & {
		default: Readonly<Record<string, Value>>;
		problemWithEntry?: (value: unknown) => string | undefined;
	},
): Definition<Readonly<Record<string, Value>>> {
	const { problemWithEntry = (entry) => (typeof entry === "string" ? undefined : "must be text") } = options;
	return defined(options, "record", (value) => {
		if (typeof value !== "object" || value === null || Array.isArray(value)) return "must be a mapping";
		for (const [name, entry] of Object.entries(value)) {
			const problem = problemWithEntry(entry);
			if (problem) return `${name} ${problem}`;
		}
		return undefined;
	});
}

const elsewhere: Place = { tab: "Internal", group: "Other" };

type Named<Definitions> = {
	readonly [Name in keyof Definitions]: Definitions[Name] & { readonly key: string; readonly place: Place };
};

/** Settings of one feature under a common prefix; an empty prefix puts them at the top. */
export function section<Definitions extends Record<string, Definition<unknown>>>(
	prefix: string,
	definitions: Definitions,
	place: Place = elsewhere,
	/** Of the settings that do not say otherwise. */
	{ project: usual, onlyWith }: Pick<Setting<unknown>, "project" | "onlyWith"> = {},
): Named<Definitions> {
	for (const [name, definition] of Object.entries(definitions)) {
		const project = definition.project ?? usual;
		Object.assign(definition, {
			key: prefix ? `${prefix}.${name}` : name,
			place: definition.place ?? place,
			project,
			...(onlyWith && { onlyWith }),
		});
	}
	return definitions as Named<Definitions>;
}

/** A section as the list of all settings has it. */
export type SettingsSection = Readonly<Record<string, Setting<unknown>>>;

/** Read access to the settings in force. */
export interface SettingsReader {
	get<Value>(setting: Setting<Value>): Value;
}
