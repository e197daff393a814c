import { expect, test } from "bun:test";
import { testServices, testSettings } from "@oh-my-pi/pi-testkit/fakes/tool-services";
import { builtInTools } from "@oh-my-pi/pi-tools/registry";
import { PendingQueue } from "@oh-my-pi/pi-tools/services/pending-actions";
import type { ToolServices } from "@oh-my-pi/pi-tools/services/services";
import { reviewerProcesses, reviewerServices } from "./reviewer-services.ts";
import { reviewerTools } from "./reviewer-tools.ts";

const advice = { submit: () => ({ text: "Delivered.", isDelivered: true }) };

/** Tools that were granted to an advisor, and the services of the primary that it watches. */
function granted(names: readonly string[], overrides: Partial<ToolServices> = {}) {
	const primary = testServices("/w", overrides);
	const processes = reviewerProcesses("main-advisor", primary, () => crypto.randomUUID());
	const tools = reviewerTools({ tools: builtInTools }, { services: () => primary }, advice, names, processes);
	const call = (name: string, params: Record<string, unknown>) =>
		tools
			.find((tool) => tool.name === name)
			?.execute(params as never, { id: "1", signal: new AbortController().signal, onProgress: () => {} });
	return { primary, tools, call };
}

test("an advisor with granted tools settles no preview of the primary, and changes none of its lists and marks", async () => {
	const pending = new PendingQueue();
	let applied = 0;
	pending.push({
		label: "rename 3 files",
		sourceToolName: "ast_edit",
		apply: async () => {
			applied++;
			return { content: "done" };
		},
	});
	const { primary, tools, call } = granted(["resolve", "todo", "rewind", "checkpoint", "job"], {
		pending,
		settings: testSettings({ "checkpoint.enabled": true }),
		checkpoints: { open: () => ({ goal: "look around", startedAt: "2026-01-01T00:00:00Z" }), now: () => 0 },
	});
	primary.todos.set([{ name: "Work", tasks: [{ content: "one", status: "pending" }] }]);
	const before = structuredClone(primary.todos.list);
	expect(tools.map(({ name }) => name)).toEqual(["job", "resolve", "todo", "checkpoint", "rewind", "advise"]);
	await call("resolve", { action: "apply", reason: "fine" })?.catch(() => {});
	await call("todo", { ops: [{ op: "init", items: ["other"] }] })?.catch(() => {});
	const rewound = await call("rewind", { report: "nothing" })?.catch((error: Error) => error.message);
	expect([applied, pending.waiting?.label]).toEqual([0, "rename 3 files"]);
	expect(primary.todos.list).toEqual(before);
	expect(String(rewound)).toContain("checkpoint");
});

test("an advisor's services name everything that it shares with the primary", () => {
	const everything = new Proxy(testServices("/w"), {
		get: (target, name) => (name in target ? Reflect.get(target, name) : { isShared: name }),
	});
	const own = reviewerServices(
		everything,
		reviewerProcesses("a", testServices("/w"), () => "1"),
	);
	const shared = Object.entries(own).flatMap(([name, value]) =>
		value === Reflect.get(everything, name) || (value as { isShared?: string }).isShared ? [name] : [],
	);
	expect(shared.sort()).toEqual(
		[
			...["settings", "workspace", "searching", "urls", "web", "images", "vision", "keys"],
			...["box", "languages", "github", "hideSecrets"],
		].sort(),
	);
	for (const name of ["memory", "agents", "goals", "processes", "browsers", "debugging", "ssh", "managedSkills"])
		expect(own).not.toHaveProperty(name);
});
