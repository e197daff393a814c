import { describe, expect, test } from "bun:test";
import { runTool, runToolWith } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { TodoList } from "../services/todo-list.ts";
import type { TodoStore } from "../services/todo-store.ts";
import { executeTodo } from "./execute.ts";
import { todoTool } from "./todo.ts";

function todos() {
	const store: TodoStore & { list: TodoList } = {
		list: [],
		storage: "memory",
		set(list) {
			this.list = list;
		},
	};
	const call = (params: Record<string, unknown>) => executeTodo(params, store);
	return { store, call };
}

const twoPhases = {
	op: "init",
	list: [
		{ phase: "One", items: ["A task", "B task"] },
		{ phase: "Two", items: ["C task"] },
	],
};

const brief = (list: TodoList) =>
	list.map(({ name, tasks }) => `${name}: ${tasks.map(({ content, status }) => `${content} ${status}`).join(", ")}`);

describe("todo", () => {
	test("a whole list as other programs write it replaces ours, with the state of each task", async () => {
		const { store } = todos();
		const write = (args: object) => runToolWith(todoTool({ store }), args);
		const todosOf = (...entries: ReadonlyArray<readonly [string, string]>) => ({
			todos: entries.map(([content, status]) => ({ content, status, activeForm: `${content}ing` })),
		});
		expect(await write(todosOf(["Look", "completed"], ["Fix", "in_progress"], ["Test", "pending"]))).toMatchObject({
			details: { op: "init,done,start" },
		});
		expect(brief(store.list)).toEqual(["Tasks: Look completed, Fix in_progress, Test pending"]);
		await write(todosOf(["Look", "completed"], ["Fix", "completed"], ["Test", "cancelled"]));
		expect(brief(store.list)).toEqual(["Tasks: Look completed, Fix completed, Test abandoned"]);
		await write({ plan: [{ step: "Plan it", status: "in_progress" }], explanation: "new plan" });
		expect(brief(store.list)).toEqual(["Tasks: Plan it in_progress"]);
		await write({ todos: [] });
		expect(store.list).toEqual([]);
	});

	verifies("tools-agent:todo:ops", async () => {
		const { store, call } = todos();
		await call(twoPhases);
		expect(brief(store.list)).toEqual(["One: A task in_progress, B task pending", "Two: C task pending"]);
		await call({ op: "start", task: "C task" });
		expect(brief(store.list)).toEqual(["One: A task pending, B task pending", "Two: C task in_progress"]);
		await call({ op: "done", phase: "One" });
		expect(brief(store.list)).toEqual(["One: A task completed, B task completed", "Two: C task in_progress"]);
		await call({ op: "append", phase: "Three", items: ["D task", "E task"] });
		await call({ op: "drop", task: "D task" });
		await call({ op: "block", task: "C task", reason: "no\n  network" });
		expect(brief(store.list)).toEqual([
			"One: A task completed, B task completed",
			"Two: C task blocked",
			"Three: D task abandoned, E task in_progress",
		]);
		expect(store.list[1]?.tasks[0]).toEqual({ content: "C task", status: "blocked", blocker: "no network" });
		await call({ op: "unblock", phase: "Two" });
		expect(store.list[1]?.tasks[0]).toEqual({ content: "C task", status: "pending" });
		await call({ op: "rm", phase: "One" });
		await call({ op: "done" });
		expect(brief(store.list)).toEqual(["Two: C task completed", "Three: D task abandoned, E task completed"]);
		expect(await call({ op: "rm" })).toMatchObject({ content: "Todo list cleared." });
		expect(await call({ op: "view" })).toMatchObject({ content: "Todo list is empty." });
	});

	verifies("tools-agent:todo:one-in-progress", async () => {
		const { store, call } = todos();
		const inProgress = () => store.list.flatMap(({ tasks }) => tasks).filter(({ status }) => status === "in_progress");
		await call(twoPhases);
		for (const op of [
			{ op: "block", task: "A task" },
			{ op: "done", task: "B task" },
			{ op: "start", task: "C task" },
			{ op: "unblock", task: "A task" },
			{ op: "append", phase: "Two", items: ["D task"] },
			{ op: "rm", task: "C task" },
		]) {
			await call(op);
			expect(inProgress()).toHaveLength(1);
		}
		await call({ op: "block", phase: "One" });
		await call({ op: "block", phase: "Two" });
		expect(inProgress()).toEqual([]);
	});

	verifies("tools-agent:todo:text-and-details", async () => {
		const { call } = todos();
		await call(twoPhases);
		await call({ op: "block", task: "C task", reason: "why" });
		const output = await call({ op: "done", task: "A task" });
		expect(output.content).toBe(
			[
				"Remaining items: 2.",
				"Overall: 1/3 done, 1 open, 1 blocked.",
				'Active phase 1/2 "One" (1/2).',
				"  One:",
				"    - [X] A task",
				"    - [ ] B task (in progress)",
				"  Two:",
				"    - [ ] C task (blocked: why)",
			].join("\n"),
		);
		expect(output.details).toEqual({
			op: "done",
			phases: [
				{
					name: "One",
					tasks: [
						{ content: "A task", status: "completed" },
						{ content: "B task", status: "in_progress" },
					],
				},
				{ name: "Two", tasks: [{ content: "C task", status: "blocked", blocker: "why" }] },
			],
			storage: "memory",
			completedTasks: [{ phase: "One", content: "A task" }],
		});
	});

	verifies("tools-agent:todo:errors-discard", async () => {
		const { store, call } = todos();
		await call(twoPhases);
		const before = store.list;
		const output = await call({
			ops: [
				{ op: "done", task: "A task" },
				{ op: "start", task: "Nothing like it" },
			],
		});
		expect(output.isError).toBe(true);
		expect(output.content).toStartWith('Errors: Task "Nothing like it" not found\n');
		expect(store.list).toBe(before);
	});

	test.each([
		[{ op: "init" }, "Missing list for init operation"],
		[
			{
				op: "init",
				list: [
					{ phase: "A", items: ["x"] },
					{ phase: "A", items: ["y"] },
				],
			},
			'Duplicate phase "A" in init list',
		],
		[{ op: "init", items: ["x", "x"] }, 'Duplicate task "x" in init list'],
		[{ op: "start" }, "Missing task content"],
		[{ op: "init", list: [{ items: ["x"] }] }, "Missing phase name"],
		[{ op: "append", items: ["x"] }, "Missing phase name for append operation"],
		[{ op: "append", phase: "One" }, "Missing items for append operation"],
		[{ op: "append", phase: "One", items: ["A task"] }, 'Task "A task" already exists'],
		[{ op: "block" }, "block requires a task or phase target"],
		[{ op: "explode" }, "Invalid todo arguments: op must be one of"],
		[{ op: "start", task: 7 }, "Invalid todo arguments: task must be text"],
	])("%j is refused", async (params, message) => {
		const { call } = todos();
		await call(twoPhases);
		expect((await call(params)).content).toStartWith(`Errors: ${message}`);
	});

	verifies("tools-agent:todo:exact-addressing", async () => {
		const { call } = todos();
		await call(twoPhases);
		expect((await call({ op: "done", task: "A tsak" })).content).toStartWith(
			'Errors: Task "A tsak" not found. Did you mean "A task"',
		);
		expect((await call({ op: "done", task: "a task" })).isError).toBe(true);
		expect((await call({ op: "done", phase: "one" })).content).toStartWith(
			'Errors: Phase "one" not found. Did you mean "One"',
		);
	});

	verifies("tools-agent:todo:repair", async () => {
		const { store, call } = todos();
		await call({ items: ["x"] });
		expect(brief(store.list)).toEqual(["Tasks: x in_progress"]);
		await call({ phase: "Tasks", items: ["y"] });
		expect(brief(store.list)).toEqual(["Tasks: x in_progress, y pending"]);
		expect((await call({ items: ["z"] })).content).toStartWith("Errors: Invalid todo arguments: op is missing");
		expect((await call({ task: "x" })).isError).toBe(true);
		await call({ list: [{ phase: "New", items: ["n"] }] });
		expect(brief(store.list)).toEqual(["New: n in_progress"]);
	});

	test("the tool repairs arguments itself and runs alone", async () => {
		const { store } = todos();
		const tool = todoTool({ store });
		expect(tool).toMatchObject({ approval: "read", concurrency: "exclusive", loadMode: "discoverable" });
		const output = await runTool(tool, { op: "init", items: ["x"] });
		expect(output.isError).toBeUndefined();
	});
});
