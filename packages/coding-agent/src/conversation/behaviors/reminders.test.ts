import { describe, expect, test } from "bun:test";
import { calls, type ScriptedAnswer, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { todoTool } from "@oh-my-pi/pi-tools/todo/todo";
import type { Conversation } from "../kernel/conversation.ts";
import { testLog } from "../testing/history.ts";
import { productHooks } from "../testing/product-hooks.ts";
import { scriptedConversation } from "../testing/scripted-conversation.ts";
import { todoErrorNote } from "./todo-error-note.ts";

function withTodos(answers: readonly ScriptedAnswer[], reminders = { enabled: true, max: 3 }, log = testLog()) {
	let conversation: Conversation | undefined;
	const todo = todoTool({
		store: {
			get list() {
				return conversation?.todos.phases ?? [];
			},
			storage: "memory",
			set: (list) => conversation?.todos.hold(structuredClone(list) as never),
		},
	});
	const talk = scriptedConversation(answers, {
		...productHooks({ tools: [todo], reminders, hooks: [todoErrorNote] }),
		log,
	});
	conversation = talk.conversation;
	return { ...talk, log };
}

const todo = (params: Record<string, unknown>) => calls({ name: "todo", arguments: params });
const lastText = (message: unknown) => JSON.stringify(message);

describe("todo reminders", () => {
	verifies("agent-loop:todo:stop-reminder", async () => {
		const { conversation, events, requests } = withTodos([
			todo({ op: "init", items: ["A", "B", "C", "D"] }),
			says("Stopping."),
			todo({ op: "done", task: "A" }),
			says("Stopping again."),
			todo({ op: "done", task: "B" }),
			says("And again."),
			todo({ op: "done", task: "C" }),
			says("That is all."),
		]);
		await conversation.submit({ type: "prompt", text: "go" });
		const reminders = events.filter((event) => event.type === "todo_reminder");
		expect(reminders.map(({ attempt, maxAttempts, todos }) => [attempt, maxAttempts, todos.length])).toEqual([
			[1, 3, 4],
			[2, 3, 3],
			[3, 3, 2],
		]);
		expect(reminders[0]?.todos[0]).toEqual({ content: "A", status: "in_progress", phase: "Tasks" });
		const reminder = requests[2]?.context.messages.at(-1);
		expect(reminder?.role).toBe("developer");
		expect(lastText(reminder)).toContain("- A [in_progress] (Tasks)");
		expect(lastText(reminder)).toContain("(Reminder 1/3)");
		expect(events.filter((event) => event.type === "agent_end")).toHaveLength(1);
		expect(requests).toHaveLength(8);
	});

	verifies("agent-loop:todo:no-second-reminder-without-change", async () => {
		const { conversation, events } = withTodos([
			todo({ op: "init", items: ["A"] }),
			says("Stopping."),
			says("I really stop."),
			says("What now?"),
			says("Fine."),
		]);
		await conversation.submit({ type: "prompt", text: "go" });
		expect(events.filter((event) => event.type === "todo_reminder")).toHaveLength(1);
		// A new prompt resets the count.
		await conversation.submit({ type: "prompt", text: "and?" });
		expect(events.filter((event) => event.type === "todo_reminder")).toHaveLength(2);
	});

	test("no reminder for blocked or finished items, when disabled, or after an abort", async () => {
		const blocked = withTodos([
			todo({
				ops: [
					{ op: "init", items: ["A", "B"] },
					{ op: "block", task: "A" },
					{ op: "done", task: "B" },
				],
			}),
			says("Waiting."),
		]);
		await blocked.conversation.submit({ type: "prompt", text: "go" });
		const off = withTodos([todo({ op: "init", items: ["A"] }), says("Stopping.")], { enabled: false, max: 3 });
		await off.conversation.submit({ type: "prompt", text: "go" });
		expect([...blocked.events, ...off.events].filter((event) => event.type === "todo_reminder")).toEqual([]);
	});

	verifies("tools-agent:todo:error-reminder", async () => {
		const { conversation, requests, log } = withTodos([todo({ op: "start", task: "nothing" }), says("Sorry.")]);
		await conversation.submit({ type: "prompt", text: "go" });
		expect(lastText(requests[1]?.context.messages.at(-1))).toContain("Your last `todo` call failed");
		const notes = [...log.entries()].filter((entry) => entry.type === "custom_message");
		expect(notes).toMatchObject([{ customType: "todo-error-reminder", display: false }]);
	});

	verifies("tools-agent:todo:rebuilt", async () => {
		const first = withTodos([
			todo({ op: "init", items: ["A", "B"] }),
			todo({ op: "done", task: "A" }),
			says("Half."),
			says("Enough."),
		]);
		await first.conversation.submit({ type: "prompt", text: "go" });
		expect(first.conversation.todos.phases[0]?.tasks.map(({ content }) => content)).toEqual(["A", "B"]);
		const resumed = withTodos([todo({ op: "view" }), says("Done."), says("Done.")], undefined, first.log);
		expect(resumed.conversation.todos.phases[0]?.tasks).toEqual([{ content: "B", status: "in_progress" }]);
		expect(resumed.conversation.todos.droppedCount).toBe(1);
	});
});
