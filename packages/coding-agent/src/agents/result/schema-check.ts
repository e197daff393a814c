import { coerce } from "@oh-my-pi/pi-agent-core/tools/coerce";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";

type Schema = Readonly<Record<string, unknown>>;

/** Deeper values are not looked into. */
const maxDepth = 64;
const maxProblems = 8;

/** Data as a schema wants it, read leniently (`5` for `"5"`), and what does not fit, as `path: what is wrong`. */
export function checkAgainst(data: unknown, schema: Schema): { readonly value: unknown; readonly problems: string[] } {
	const { value, problems } = coerce(data, opened(schema, 0));
	const strangers = strangersIn(value, schema, "", 0);
	const all = [...new Set([...problems.map(shortened), ...strangers])];
	const hidden = all.length - maxProblems;
	return { value, problems: hidden > 0 ? [...all.slice(0, maxProblems), `and ${hidden} more`] : all };
}

/** `n: n must be a number (was string)` without saying the path twice. */
function shortened(problem: string): string {
	const [, path = "", rule = ""] = /^(.*?): \1 (.*)$/s.exec(problem) ?? [];
	const name = path === "arguments" ? "data" : path;
	if (rule === "") return problem;
	return rule.endsWith("(was missing)") ? `${name}: is required` : `${name}: ${rule}`;
}

/** Unknown properties are allowed unless a schema says otherwise. */
function opened(schema: unknown, depth: number): Schema {
	if (!isRecord(schema) || depth > maxDepth) return {};
	const inner = Object.fromEntries(
		Object.entries(schema).map(([key, value]) => {
			if (key === "properties" && isRecord(value)) {
				return [key, Object.fromEntries(Object.entries(value).map(([name, part]) => [name, opened(part, depth + 1)]))];
			}
			if (key === "items" || key === "additionalProperties")
				return [key, isRecord(value) ? opened(value, depth + 1) : value];
			if (["anyOf", "oneOf"].includes(key) && Array.isArray(value)) {
				return [key, value.map((part) => opened(part, depth + 1))];
			}
			return [key, value];
		}),
	);
	// Also where they are refused: otherwise they would be dropped before anybody can say so.
	return "properties" in inner && !isRecord(inner.additionalProperties)
		? { ...inner, additionalProperties: true }
		: inner;
}

function strangersIn(value: unknown, schema: unknown, path: string, depth: number): string[] {
	if (!isRecord(schema) || depth > maxDepth) return [];
	const below = (name: string) => (path === "" ? name : `${path}.${name}`);
	if (Array.isArray(value)) {
		return value.flatMap((item, index) => strangersIn(item, schema.items, `${path}[${index}]`, depth + 1));
	}
	if (!isRecord(value) || !isRecord(schema.properties)) return [];
	const { properties, additionalProperties } = schema;
	return Object.entries(value).flatMap(([name, part]) => {
		if (name in properties) return strangersIn(part, properties[name], below(name), depth + 1);
		return additionalProperties === false ? [`${below(name)}: must not be present`] : [];
	});
}
