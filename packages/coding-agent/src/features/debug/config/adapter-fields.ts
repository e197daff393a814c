import type { AdapterDefinition } from "@oh-my-pi/pi-dap/adapter/definition/adapter-definition";
import { type Fields, isFields } from "@oh-my-pi/pi-utils/config/parse-config";

/** What a file states about an adapter. */
export type AdapterFields = Partial<
	Pick<
		AdapterDefinition,
		| "command"
		| "args"
		| "languages"
		| "fileTypes"
		| "rootMarkers"
		| "launchDefaults"
		| "attachDefaults"
		| "connectMode"
		| "acceptsDirectoryProgram"
	>
>;

type Check = { readonly expected: string; readonly accepts: (value: unknown) => boolean };

const text: Check = { expected: "a text", accepts: (value) => typeof value === "string" && value !== "" };
const texts: Check = {
	expected: "a list of texts",
	accepts: (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
};
const fields: Check = { expected: "an object", accepts: isFields };
const flag: Check = { expected: "true or false", accepts: (value) => typeof value === "boolean" };
const modes: readonly unknown[] = ["stdio", "tcp", "socket"];
const mode: Check = { expected: "stdio, tcp or socket", accepts: (value) => modes.includes(value) };

const checks: Readonly<Record<keyof AdapterFields, Check>> = {
	command: text,
	args: texts,
	languages: texts,
	fileTypes: texts,
	rootMarkers: texts,
	launchDefaults: fields,
	attachDefaults: fields,
	connectMode: mode,
	acceptsDirectoryProgram: flag,
};

/** The fields that are right, and what is wrong with the others. */
export function parseAdapterFields(value: Fields): { readonly fields: AdapterFields; readonly problems: string[] } {
	const right: Record<string, unknown> = {};
	const problems: string[] = [];
	for (const [name, field] of Object.entries(value)) {
		const check = Object.hasOwn(checks, name) ? checks[name as keyof AdapterFields] : undefined;
		if (!check) problems.push(`unknown field "${name}"`);
		else if (check.accepts(field)) right[name] = field;
		else problems.push(`"${name}" must be ${check.expected}`);
	}
	return { fields: right, problems };
}

/** A new adapter, or a known one with other fields. Another command is found by its name alone. */
export function applyAdapterFields(
	name: string,
	known: AdapterDefinition | undefined,
	fields: AdapterFields,
): AdapterDefinition | undefined {
	if (!known && fields.command === undefined) return undefined;
	const base: AdapterDefinition = known ?? {
		name,
		command: name,
		args: [],
		connectMode: "stdio",
		languages: [],
		fileTypes: [],
		rootMarkers: [],
		launchDefaults: {},
		attachDefaults: {},
		acceptsDirectoryProgram: false,
	};
	const { locate, ...others } = base;
	const kept = fields.command === undefined ? base : others;
	return {
		...kept,
		...fields,
		launchDefaults: { ...base.launchDefaults, ...fields.launchDefaults },
		attachDefaults: { ...base.attachDefaults, ...fields.attachDefaults },
		...(fields.fileTypes && { fileTypes: fields.fileTypes.map((type) => `.${type.replace(/^\./, "")}`) }),
	};
}
