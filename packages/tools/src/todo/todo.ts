import { defineTool, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import type { ToolServices } from "../services/services.ts";
import type { TodoStore } from "../services/todo-store.ts";
import { executeTodo, type TodoDetails } from "./execute.ts";
import { readForeignList } from "./foreign-list.ts";
import prompt from "./prompt.md" with { type: "text" };
import { todoPanelSettings, todoSettings } from "./settings.ts";
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

const traits: ToolTraits = {
	name: "todo",
	aliases: ["todo_write", "update_plan", "manage_todo_list"],
	effects: [],
	switch: todoSettings.enabled,
	view: async () => (await import("./view.ts")).todoView,
};

export const todo: BuiltInTool = {
	...traits,
	summary: "Keep a task list",
	sample: async () => (await import("./sample.data.ts")).todoSample,
	settings: [todoSettings, todoPanelSettings],
	create: ({ todos }: Pick<ToolServices, "todos">) => todoTool({ store: todos }),
};

export function todoTool(deps: { readonly store: TodoStore }) {
	return defineTool<typeof parameters, TodoDetails>({
		...traits,
		label: "Todo",
		prompt,
		parameters,
		approval: "read",
		concurrency: "exclusive",
		loadMode: "discoverable",
		lenientArguments: true,
		normalize: readForeignList,
		execute: (params) => executeTodo(params, deps.store),
	});
}
