import { expect, test } from "bun:test";
import { until } from "@oh-my-pi/pi-testkit/until";
import type { AgentControl, AgentOverview } from "../../workbench/contract/agent-host.ts";
import { dialogPictures } from "../testing/dialog-pictures.ts";
import { openDialog } from "../testing/open-dialog.ts";
import { scriptedLines } from "../testing/scripted-lines.ts";
import { hubDialog } from "./hub-dialog.ts";

const agent = (id: string, more: Partial<AgentOverview> = {}): AgentOverview => ({
	id,
	parentId: "Main",
	agent: "task",
	status: "idle",
	description: `The task of ${id}`,
	cost: 0,
	tokens: 0,
	requests: 0,
	toolCount: 0,
	durationMs: 0,
	lastActivityMs: 0,
	...more,
});

const team = [
	agent("Tests", {
		status: "running",
		activity: "Run the tests\nof the api",
		durationMs: 83_000,
		cost: 0.12,
		tokens: 41_000,
		contextTokens: 50_000,
		contextWindow: 200_000,
		model: "acme/a-1:high",
	}),
	agent("Search", { agent: "explore", durationMs: 12_000, cost: 0.004, tokens: 9000 }),
	agent("Old", { status: "parked" }),
	agent("Lost", { status: "aborted" }),
	agent("Tests.Inner", { parentId: "Tests", status: "running", agent: "explore", activity: "Look for callers" }),
];

function hub(agents: readonly AgentOverview[] = team) {
	const done: string[] = [];
	const control: AgentControl = {
		agents: () => agents,
		messages: async (id) => [{ role: "user", content: `Told to ${id}`, timestamp: 0 }],
		conversation: () => undefined,
		reply: () => undefined,
		say: async (id, text, as) => {
			if (id === "Lost") throw new Error("Lost cannot be talked to any more");
			done.push(`${as ?? "say"} ${id} ${text}`);
		},
		interrupt: (id) => void done.push(`stop ${id}`),
		revive: async (id) => {
			done.push(`revive ${id}`);
			return id !== "Lost";
		},
		kill: async (id) => void done.push(`kill ${id}`),
	};
	const transcriptOf = (id: string) => ({
		rows: () => Array.from({ length: 50 }, (_, row) => `Told to ${id}, row ${row}`),
		refresh() {},
		toggleExpanded: () => void done.push("expand"),
		[Symbol.dispose]: () => void done.push(`leave ${id}`),
	});
	return { done, dialog: hubDialog({ control, onChange: () => () => {}, transcriptOf }) };
}

test("the hub, and how it reads aloud", async () => {
	expect(await dialogPictures(() => hub().dialog)).toMatchSnapshot();
	expect(openDialog(hub([]).dialog).rows().join("\n")).toContain("No sub-agents yet.");
});

test("keys move, stop, revive and kill; what works is killed at the second press", async () => {
	const { dialog, done } = hub();
	const panel = openDialog(dialog);
	panel.press("s", "x");
	expect(panel.rows().join("\n")).toContain("Tests is working. Press x again to end it.");
	panel.press("x");
	// Below Tests comes its own agent.
	panel.press("j", "s", "j", "s");
	expect(panel.rows().join("\n")).toContain("Search is not working.");
	panel.press("j", "r", "j", "r");
	await until(() => panel.rows().join("\n").includes("Lost cannot be restarted."));
	panel.press("k", "x");
	await until(() => done.length === 6);
	expect(done).toEqual(["stop Tests", "kill Tests", "stop Tests.Inner", "revive Old", "revive Lost", "kill Old"]);
	expect(panel.press("\x1b")).toEqual([undefined]);
});

test("Enter opens an agent: its transcript, and an editor to talk to it", async () => {
	const { dialog, done } = hub();
	const panel = openDialog(dialog);
	panel.press("\r");
	expect(panel.rows()).toHaveLength(24);
	expect(panel.rows()).toMatchSnapshot();
	// It scrolls, a row or a page at a time.
	panel.press("\x1b[A");
	expect(panel.rows()[0]).toBe("Told to Tests, row 29");
	panel.press("\x1b[5~");
	expect(panel.rows()[0]).toBe("Told to Tests, row 11");
	// Keys of the list are text here.
	panel.type("stop x");
	panel.press("\r");
	// What is sent goes to the end.
	expect(panel.rows()[0]).toBe("Told to Tests, row 30");
	panel.type("then this");
	panel.press("\x11", "\x0f");
	await until(() => done.length === 3);
	expect(done).toEqual(["steer Tests stop x", "follow_up Tests then this", "expand"]);
	panel.type("half");
	expect(panel.press("\x1b")).toEqual([]);
	expect(done.at(-1)).toBe("leave Tests");
	// A draft stays.
	panel.press("\r");
	expect(panel.rows().join("\n")).toContain("half");
	panel.press("\x1b");
	expect(panel.rows().join("\n")).toContain("5 agents, 2 running, 50,000 tokens, $0.12");
	panel.press("\x1b[A", "\r");
	panel.type("hello");
	panel.press("\r");
	await until(() => panel.rows().join("\n").includes("Lost cannot be talked to any more"));
});

test("of a hundred agents those are drawn that fit", () => {
	const many = Array.from({ length: 100 }, (_, index) => agent(`A${index}`));
	const panel = openDialog(hub(many).dialog, { rows: 20 });
	expect(panel.rows()).toHaveLength(20);
	for (let step = 0; step < 60; step++) panel.press("j");
	expect(panel.rows().join("\n")).toContain("A60 ");
	expect(panel.rows().join("\n")).not.toContain("A5 ");
});

test("without a screen the same is chosen line by line", async () => {
	const { dialog, done } = hub();
	const lines = scriptedLines(["2", "1"]);
	await dialog.plain(lines);
	expect(lines.text()).toContain("Told to Search");
	await dialog.plain(scriptedLines(["1", "2", "go on"]));
	expect(done).toEqual(["say Tests go on"]);
});

test("Tab goes on to the types of agents, and the keys are named in words", () => {
	const panel = openDialog(hub().dialog);
	expect(panel.rows(90).join("\n")).toContain(
		"Enter open and talk · s stop · r restart · x end · t list/tree · Tab types · Esc close",
	);
	expect(panel.press("\t")).toEqual(["kinds"]);
});
