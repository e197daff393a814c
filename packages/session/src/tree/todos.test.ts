import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { chain, steps } from "../testing/entries.ts";
import { result, user } from "../testing/messages.ts";
import { latestTodos, openTodos, type TodoPhase } from "./todos.ts";

const phase = (name: string, ...statuses: TodoPhase["tasks"][number]["status"][]): TodoPhase => ({
	name,
	tasks: statuses.map((status, index) => ({ content: `${name} ${index}`, status })),
});
const update = (phases: unknown, isError = false) => result("t", { toolName: "todo", details: { phases }, isError });
const edit = (phases: unknown) => ({ type: "custom", customType: "user_todo_edit", data: { phases } }) as const;

verifies("sessions:context:todos", () => {
	const one = [phase("one", "pending")];
	const two = [phase("two", "pending")];
	expect(latestTodos(steps(chain(update(one), edit(two), update(one, true), user("x"))))).toEqual(two);
	expect(latestTodos(steps(chain(edit(two), update(one))))).toEqual(one);
	expect(latestTodos(steps(chain(user("x"))))).toEqual([]);
	expect(openTodos(latestTodos(steps(chain(update([phase("one", "completed", "pending")])))))).toEqual([
		{ name: "one", tasks: [{ content: "one 1", status: "pending" }] },
	]);
	expect(latestTodos(steps(chain(update(one), edit("garbage"), edit([{ name: 1 }]))))).toEqual([]);
});

test("openTodos: done and dropped tasks go, and phases that become empty", () => {
	expect(openTodos([phase("a", "completed", "blocked"), phase("b", "abandoned")])).toEqual([
		{ name: "a", tasks: [{ content: "a 1", status: "blocked" }] },
	]);
});
