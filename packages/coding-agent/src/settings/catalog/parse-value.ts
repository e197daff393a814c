import type { Setting } from "@oh-my-pi/pi-utils/settings/setting";

export type ParsedValue = { readonly value: unknown } | { readonly problem: string };

/** Parses a value typed on the command line, in the panel or in a variable. */
export function parseValue(setting: Setting<unknown>, typed: string): ParsedValue {
	const text = typed.trim();
	const parsed = byType(setting, text);
	if ("problem" in parsed) return parsed;
	const problem = setting.problemWith(parsed.value);
	return problem ? { problem: `Invalid value: ${text}. ${setting.key} ${problem}` } : parsed;
}

/** The same of one entry of a mapping: text as it stands, where the mapping takes text, else JSON. */
export function parseEntry(setting: Setting<unknown>, name: string, typed: string): ParsedValue {
	const text = typed.trim();
	const json = parsedJson(text);
	const takesAnything = setting.problemWith({ [name]: anything }) === undefined;
	const candidates = takesAnything ? [...json, text] : [text, ...json];
	const fitting = candidates.find((value) => setting.problemWith({ [name]: value }) === undefined);
	if (fitting !== undefined) return { value: fitting };
	return { problem: `Invalid value: ${text}. ${setting.key} ${setting.problemWith({ [name]: json[0] ?? text })}` };
}

/** No value that a mapping of a certain kind has. */
const anything = new Date(0);

function parsedJson(text: string): unknown[] {
	try {
		return [JSON.parse(text)];
	} catch {
		return [];
	}
}

function byType(setting: Setting<unknown>, text: string): ParsedValue {
	switch (setting.type) {
		case "boolean":
			return parseBoolean(text);
		case "number": {
			const value = Number(text);
			return text !== "" && Number.isFinite(value) ? { value } : { problem: `Invalid number: ${text}` };
		}
		case "enum": {
			const values = setting.values ?? [];
			if (values.includes(text)) return { value: text };
			return { problem: `Invalid value: ${text}. Valid values: ${values.join(", ")}` };
		}
		case "array":
			return parseJson(text, "array", `'["a", "b"]'`);
		case "record":
			return parseJson(text, "object", `'{"name": "value"}'`);
		case "string":
			return { value: text };
	}
}

function parseBoolean(text: string): ParsedValue {
	if (/^(true|yes|on|1)$/i.test(text)) return { value: true };
	if (/^(false|no|off|0)$/i.test(text)) return { value: false };
	return { problem: `Invalid boolean value: ${text}. Use true/false, yes/no, on/off, or 1/0` };
}

function parseJson(text: string, kind: "array" | "object", example: string): ParsedValue {
	const refused = { problem: `Invalid ${kind} JSON: ${text}. Write it like ${example}` };
	try {
		const value: unknown = JSON.parse(text);
		const fits = kind === "array" ? Array.isArray(value) : typeof value === "object" && value !== null;
		return fits && (kind === "array" || !Array.isArray(value)) ? { value } : refused;
	} catch {
		return refused;
	}
}
