import { type TodoOp, TodoProblem, todoOps } from "./todo-op.ts";

type Fields = Readonly<Record<string, unknown>>;

const defaultPhase = "Tasks";

/** Reads the arguments of a call, also in the shapes that models make up. */
export function parseOps(args: unknown, current: { readonly isEmpty: boolean }): TodoOp[] {
	if (!isFields(args)) throw new TodoProblem("Invalid todo arguments: expected an object");
	if (!("ops" in args)) return [parseOp(args, current)];
	if (!Array.isArray(args.ops) || args.ops.length === 0) {
		throw new TodoProblem("Invalid todo arguments: ops must be a list of operations");
	}
	return args.ops.map((one: unknown) => {
		if (!isFields(one)) throw new TodoProblem("Invalid todo arguments: each of ops must be an object");
		return parseOp(one, current);
	});
}

function parseOp(fields: Fields, current: { readonly isEmpty: boolean }): TodoOp {
	const op = fields.op === undefined ? missingOp(fields, current.isEmpty) : fields.op;
	const known = todoOps.find((name) => name === op);
	if (!known) throw new TodoProblem(`Invalid todo arguments: op must be one of ${todoOps.join(", ")}`);
	const task = text(fields, "task");
	const phase = text(fields, "phase");
	switch (known) {
		case "init":
			return { op: known, list: initList(fields, phase) };
		case "append":
			return { op: known, phase, items: items(fields.items, "append") };
		case "block":
			return { op: known, task, phase, reason: text(fields, "reason")?.replace(/\s+/g, " ").trim() };
		case "start":
			return { op: known, task };
		case "view":
			return { op: known };
		default:
			return { op: known, task, phase };
	}
}

/** Only where it cannot mean anything else. */
function missingOp(fields: Fields, isEmpty: boolean): "init" | "append" {
	if (fields.list !== undefined) return "init";
	if (fields.items !== undefined && isEmpty) return "init";
	if (fields.items !== undefined && fields.phase !== undefined) return "append";
	throw new TodoProblem(`Invalid todo arguments: op is missing; use one of ${todoOps.join(", ")}`);
}

function initList(fields: Fields, phase: string | undefined) {
	if (fields.list === undefined && fields.items !== undefined) {
		return [{ phase: phase ?? defaultPhase, items: items(fields.items, "init") }];
	}
	if (!Array.isArray(fields.list) || fields.list.length === 0) {
		throw new TodoProblem("Missing list for init operation");
	}
	return fields.list.map((entry: unknown) => {
		if (!isFields(entry)) throw new TodoProblem("Invalid todo arguments: each of list must have phase and items");
		const name = text(entry, "phase");
		if (!name) throw new TodoProblem("Missing phase name");
		return { phase: name, items: items(entry.items, `phase "${name}" of the init`) };
	});
}

function items(value: unknown, where: string): string[] {
	const list = typeof value === "string" ? [value] : value;
	if (!Array.isArray(list) || list.length === 0) throw new TodoProblem(`Missing items for ${where} operation`);
	return list.map((item: unknown) => {
		if (typeof item !== "string" || item.trim() === "") throw new TodoProblem("Missing task content");
		return item.trim();
	});
}

function text(fields: Fields, name: string): string | undefined {
	const value = fields[name];
	if (value === undefined || value === null) return undefined;
	if (typeof value !== "string") throw new TodoProblem(`Invalid todo arguments: ${name} must be text`);
	return value.trim() === "" ? undefined : value.trim();
}

function isFields(value: unknown): value is Fields {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
