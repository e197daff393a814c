import { defineTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { executeTodo, type TodoDetails, type TodoStore } from "./execute.ts";
import prompt from "./prompt.md" with { type: "text" };
import { todoOps } from "./todo-op.ts";

const texts = { type: "array", items: { type: "string" } } as const;

const parameters = {
	type: "object",
	properties: {
		op: { type: "string", enum: todoOps },
		list: {
			type: "array",
			items: { type: "object", properties: { phase: { type: "string" }, items: texts }, required: ["phase", "items"] },
		},
		phase: { type: "string" },
		items: texts,
		task: { type: "string" },
		reason: { type: "string" },
	},
	required: ["op"],
	// Older forms of a call come in `ops`.
	additionalProperties: true,
} as const;

export function todoTool(deps: { readonly store: TodoStore }) {
	return defineTool<typeof parameters, TodoDetails>({
		name: "todo",
		label: "Todo",
		prompt,
		parameters,
		approval: "read",
		concurrency: "exclusive",
		loadMode: "discoverable",
		lenientArguments: true,
		execute: (params) => executeTodo(params, deps.store),
	});
}
