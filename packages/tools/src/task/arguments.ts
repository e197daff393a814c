import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { SpawnOptions, TaskItem, TaskRequest } from "../services/agent-service.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A call in any of the forms that models write, or what is wrong with it. */
export function readTasks(args: Fields, options: SpawnOptions): TaskRequest | { readonly problem: string } {
	const context = textIn(args, "context");
	const list = parseList(args.tasks);
	const isFlat = list === undefined && textIn(args, "task", "assignment", "prompt", "instructions") !== undefined;
	const items = list ?? (isFlat ? [args] : undefined);
	if (!items || items.length === 0) {
		if (!options.batch) return { problem: "Missing `task`. Provide complete instructions for the subagent." };
		return { problem: "Missing `tasks`. Provide at least one task item ({ name?, agent?, task })." };
	}
	const shared = {
		...present("agent", list ? textIn(args, "agent", "subagent_type") : undefined),
		...present("outputSchema", list ? schemaIn(args) : undefined),
	};
	const tasks: TaskItem[] = [];
	for (const [index, item] of items.entries()) {
		const read = readItem(item);
		if (!read) {
			return { problem: `Task ${index + 1} is missing \`task\`. Provide complete instructions for the subagent.` };
		}
		tasks.push({ ...shared, ...read });
	}
	const clash = sameNames(tasks);
	if (clash) {
		const [one, other] = clash;
		return {
			problem: `Duplicate task name \`${one}\` / \`${other}\`. Provided names must be unique within a call (case-insensitive).`,
		};
	}
	return { tasks, ...(context !== undefined && { context }) };
}

function readItem(value: unknown): TaskItem | undefined {
	if (typeof value === "string" && value.trim() !== "") return { task: value };
	if (!isRecord(value)) return undefined;
	const task = textIn(value, "task", "assignment", "prompt", "instructions", "description");
	if (task === undefined) return undefined;
	const mode = value.schemaMode;
	const { effort } = value;
	return {
		task,
		...present("name", textIn(value, "name", "id")),
		...present("agent", textIn(value, "agent", "subagent_type")),
		...present("outputSchema", schemaIn(value)),
		...((mode === "strict" || mode === "permissive") && { schemaMode: mode }),
		...((effort === "lo" || effort === "med" || effort === "hi") && { effort }),
		...((value.isolated === true || value.isolated === "true") && { isolated: true }),
	};
}

function schemaIn(value: Fields): Readonly<Record<string, unknown>> | undefined {
	const schema = value.outputSchema ?? value.schema;
	const parsed = typeof schema === "string" ? parsedJson(schema) : schema;
	return isRecord(parsed) && Object.keys(parsed).length > 0 ? parsed : undefined;
}

function sameNames(tasks: readonly TaskItem[]): readonly [string, string] | undefined {
	const seen = new Map<string, string>();
	for (const { name } of tasks) {
		if (name === undefined) continue;
		const before = seen.get(name.toLowerCase());
		if (before !== undefined) return [before, name];
		seen.set(name.toLowerCase(), name);
	}
	return undefined;
}

function textIn(value: Fields, ...names: readonly string[]): string | undefined {
	for (const name of names) {
		const text = value[name];
		if (typeof text === "string" && text.trim() !== "") return text.trim();
	}
	return undefined;
}

function parseList(value: unknown): readonly unknown[] | undefined {
	const parsed = typeof value === "string" ? parsedJson(value) : value;
	if (isRecord(parsed)) return [parsed];
	return Array.isArray(parsed) ? parsed : undefined;
}

function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// Not JSON: there is nothing in it to use.
		return undefined;
	}
}

function present<Name extends string, Value>(name: Name, value: Value | undefined): { [Key in Name]?: Value } {
	return value === undefined ? {} : ({ [name]: value } as { [Key in Name]?: Value });
}
