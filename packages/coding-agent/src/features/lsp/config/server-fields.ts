import type { Fields } from "@oh-my-pi/pi-utils/config/parse-config";
import { isFields } from "@oh-my-pi/pi-utils/config/parse-config";
import { nearest } from "@oh-my-pi/pi-utils/text/nearest";

/** What a config file may say about a server. */
export interface ServerFields {
	readonly command?: string;
	readonly args?: readonly string[];
	readonly fileTypes?: readonly string[];
	readonly rootMarkers?: readonly string[];
	readonly languageId?: string;
	readonly initOptions?: unknown;
	readonly settings?: Fields;
	readonly disabled?: boolean;
	readonly warmupTimeoutMs?: number;
	readonly isLinter?: boolean;
	readonly capabilities?: Fields;
	readonly workspaceReadyTimings?: Fields;
}

interface Check {
	readonly isValid: (value: unknown) => boolean;
	/** Follows `must be`. */
	readonly expected: string;
}

const text: Check = { isValid: isText, expected: "a text that is not empty" };
const flag: Check = { isValid: (value) => typeof value === "boolean", expected: "true or false" };
const object: Check = { isValid: isFields, expected: "an object" };
const milliseconds: Check = { isValid: isMilliseconds, expected: "a number of milliseconds above 0" };
const timings = ["timeoutMs", "pollMs", "settleMs", "statusRequestTimeoutMs"];

const checks: Readonly<Record<keyof ServerFields, Check>> = {
	command: text,
	args: {
		isValid: (value) => Array.isArray(value) && value.every((word) => typeof word === "string"),
		expected: "a list of texts",
	},
	fileTypes: {
		isValid: (value) => isTextList(value) && value.every((type) => !type.includes("/")),
		expected: 'a list of endings or names of files, such as [".ts", "Dockerfile"]',
	},
	rootMarkers: {
		isValid: (value) => isTextList(value) && value.every((marker) => !/^\/|(?:^|\/)\.\.(?:\/|$)/.test(marker)),
		expected: 'a list of files and folders of a project, such as ["package.json", "*.sln"]',
	},
	languageId: text,
	initOptions: { isValid: () => true, expected: "" },
	settings: object,
	disabled: flag,
	warmupTimeoutMs: milliseconds,
	isLinter: flag,
	capabilities: object,
	workspaceReadyTimings: {
		isValid: (value) =>
			isFields(value) && timings.every((name) => value[name] === undefined || isMilliseconds(value[name])),
		expected: `an object with numbers of milliseconds: ${timings.join(", ")}`,
	},
};

/** The fields that are as they must be, and what is wrong with the others. `server "x": args must be a list of texts` */
export function parseServerFields(
	name: string,
	fields: Fields,
): { readonly fields: ServerFields; readonly problems: readonly string[] } {
	const problems: string[] = [];
	const valid = Object.entries(fields).filter(([field, value]) => {
		if (!Object.hasOwn(checks, field)) {
			const [similar] = nearest(field, Object.keys(checks));
			problems.push(`server "${name}": unknown field "${field}"${similar ? `; did you mean "${similar}"?` : ""}`);
			return false;
		}
		const { isValid, expected } = checks[field as keyof ServerFields];
		if (isValid(value)) return true;
		problems.push(`server "${name}": ${field} must be ${expected}`);
		return false;
	});
	return { fields: Object.fromEntries(valid) as ServerFields, problems };
}

/** Names are shown and are parts of commands. */
export function isServerName(name: string): boolean {
	return /^[\w][\w.@+-]{0,63}$/.test(name);
}

function isText(value: unknown): value is string {
	return typeof value === "string" && value.trim() !== "" && !value.includes("\0");
}

function isTextList(value: unknown): value is string[] {
	return Array.isArray(value) && value.length > 0 && value.every(isText);
}

function isMilliseconds(value: unknown): boolean {
	return typeof value === "number" && Number.isFinite(value) && value > 0;
}
