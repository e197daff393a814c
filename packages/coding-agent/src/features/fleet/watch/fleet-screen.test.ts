import { expect, test } from "bun:test";
import type { Task } from "@oh-my-pi/pi-fleet/contract/task";
import { openQueue } from "@oh-my-pi/pi-fleet/open-queue";
import { openStore } from "@oh-my-pi/pi-fleet/open-store";
import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import { until } from "@oh-my-pi/pi-testkit/until";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { buildKeymap } from "@oh-my-pi/pi-tui/input/keymap";
import { TUI_ACTIONS } from "@oh-my-pi/pi-tui/input/tui-actions.data";
import { visibleWidth } from "@oh-my-pi/pi-tui/text/visible-width";
import { FleetFeed } from "./fleet-feed.ts";
import { FleetScreen } from "./fleet-screen.ts";

const down = "\x1b[B";
const escapeKey = "\x1b";

/** A fleet screen over a real queue, with tasks in every state. */
async function shownFleet() {
	const folder = await workspace();
	const queue = await openQueue(undefined, { fleetDir: folder.path });
	const store = await openStore(undefined, { fleetDir: folder.path, env: {} });
	const spec: Task["spec"] = {
		prompt: "p",
		repository: "/srv/git/api",
		limits: {},
		files: [],
		deliver: { kind: "patch" },
		questions: "wait",
		checkRounds: 1,
	};
	const names = ["alpha", "beta \x1b[31mred\x1b[0m", "gamma 漢字", "delta", "epsilon", "zeta"];
	await queue.submit(
		{ id: "b1", name: "bump node", limits: { usd: 5 } },
		names.map((name, index) => ({ id: `b1-000${index}`, name, spec, format: 1, priority: 0 })),
	);
	const worker = { id: "w1", host: "h", pid: 1, slots: 4, format: 1, version: "1" };
	const claims = await queue.claim(worker, 5);
	const progress = { turns: 2, usd: 0.5, tokens: 10, log: [], checkRound: 0 };
	const message = JSON.stringify({
		type: "message",
		message: { role: "assistant", content: [{ type: "text", text: "I did it.\x1b]0;title\x07" }] },
	});
	const log = [await store.put("tasks/b1-0000/1/log-1", new TextEncoder().encode(`${message}\n`))];
	const [first, second, third, fourth] = claims;
	if (!first || !second || !third || !fourth) throw new Error("nothing was claimed");
	await queue.record(first, { ...progress, log });
	await queue.settle(first, "done", { message: "ok", files: { changed: 1, added: 2, removed: 3 } });
	await queue.settle(second, "failed", { reason: "check", message: "The check fails\nbadly" });
	await queue.record(
		third,
		{ ...progress, question: { id: "q", text: "Which one?", options: ["left", "right"] } },
		"waiting",
	);
	await queue.record(fourth, { ...progress, status: "writing tests" });
	let rows = 16;
	const quits: string[] = [];
	let renders = 0;
	const requestRender = () => void renders++;
	const feed = new FleetFeed(queue, "b1", requestRender);
	const { keymap } = buildKeymap(TUI_ACTIONS);
	const screen = new FleetScreen(
		{
			queue,
			store: async () => store,
			theme: plainTheme,
			keymap,
			now: () => Date.now(),
			rows: () => rows,
			requestRender,
		},
		{ feed, stopWords: "", onStop: () => quits.push("stop"), onQuit: () => quits.push("quit"), onLeave: () => {} },
	);
	feed.look();
	await until(() => feed.snapshot.total === 6);
	return {
		...{ screen, feed, queue, quits, claims },
		text: (width = 100) => screen.render(width).join("\n"),
		setRows: (count: number) => {
			rows = count;
		},
		async [Symbol.asyncDispose]() {
			feed.end();
			screen.dispose();
			await queue[Symbol.asyncDispose]();
			await store[Symbol.asyncDispose]();
			await folder[Symbol.asyncDispose]();
		},
	};
}

test("fleet screen: fits every size from 60 to 200 columns and few rows", async () => {
	await using fleet = await shownFleet();
	for (const width of [60, 61, 79, 80, 90, 132, 200])
		for (const rows of [6, 16, 50]) {
			fleet.setRows(rows);
			const drawn = fleet.screen.render(width);
			expect([width, rows, drawn.length]).toEqual([width, rows, rows]);
			expect(drawn.filter((row) => visibleWidth(row) > width || /[\x00-\x1f]/.test(row))).toEqual([]);
		}
});

test("fleet screen: bars, and what is under way first", async () => {
	await using fleet = await shownFleet();
	const text = fleet
		.text(110)
		.replace(/[⠋-⠿]/g, "*")
		.replaceAll(/ \d+s /g, "    ")
		.replaceAll(/ +$/gm, "");
	expect(text).toMatchInlineSnapshot(`
	  "omp fleet  1 worker, 3 of 4 slots busy
	  bump node █████████▒▒▒▒▒▒▒▒▒▒▒▒▒▒░░░░ 1/6 done 1 failed 1 asks 2 running $1.50 of $5.00
	  ──────────────────────────────────────────────────────────────────────────────────────────────────────────────
	  ❯? gamma 漢字         asks: Which one?                                                2 turns           $0.50
	   * delta              writing tests                                                   2 turns           $0.50
	   * epsilon
	   ✔ alpha              1 file +2 −3                                                    2 turns           $0.50
	   ✘ beta ␛[31mred␛[0m  check: The check fails badly
	   · zeta






	  ↑↓ move  Enter open  / filter  s state  q quit"
	`);
});

test("fleet screen: filters by state and by text", async () => {
	await using fleet = await shownFleet();
	const names = () => fleet.feed.snapshot.tasks.map(({ name }) => name);
	fleet.screen.handleInput("s");
	await until(() => fleet.feed.snapshot.total === 3);
	expect(fleet.text()).toContain("under way");
	fleet.screen.handleInput("s");
	await until(() => names().join() === "beta \x1b[31mred\x1b[0m");
	fleet.screen.handleInput("s");
	fleet.screen.handleInput("s");
	fleet.screen.handleInput("s");
	await until(() => fleet.feed.snapshot.total === 6);
	fleet.screen.handleInput("/");
	for (const letter of "DELT") fleet.screen.handleInput(letter);
	await until(() => names().join() === "delta");
	fleet.screen.handleInput("x");
	await until(() => fleet.feed.snapshot.total === 0);
	expect(fleet.text()).toContain("No task matches.");
	fleet.screen.handleInput(escapeKey);
	await until(() => fleet.feed.snapshot.total === 6);
});

test("fleet screen: opens a task, shows its transcript, and goes back", async () => {
	await using fleet = await shownFleet();
	for (let index = 0; index < 3; index++) fleet.screen.handleInput(down);
	fleet.screen.handleInput("\r");
	await until(() => fleet.text().includes("I did it."));
	expect(fleet.text()).toContain("done: 1 file +2 −3");
	expect(fleet.text()).not.toContain("\x1b]");
	for (const width of [60, 80, 200])
		expect(fleet.screen.render(width).filter((row) => visibleWidth(row) > width)).toEqual([]);
	fleet.screen.handleInput(escapeKey);
	expect(fleet.text()).toContain("bump node");
	fleet.screen.handleInput("q");
	fleet.screen.handleInput("\x03");
	expect(fleet.quits).toEqual(["quit", "stop"]);
});

test("fleet screen: what is typed steers a running task, and answers one that asks", async () => {
	await using fleet = await shownFleet();
	const open = async (name: string) => {
		const index = fleet.feed.snapshot.tasks.findIndex((task) => task.name.startsWith(name));
		for (let step = 0; step < 10; step++) fleet.screen.handleInput("\x1b[A");
		for (let step = 0; step < index; step++) fleet.screen.handleInput(down);
		fleet.screen.handleInput("\r");
		await until(() => fleet.text().includes(name));
	};
	const messages = async () =>
		(await fleet.queue.renew("w1", fleet.claims)).flatMap((renewal) =>
			renewal.messages.map(({ id: _, ...message }) => message),
		);
	await open("gamma");
	expect(fleet.text()).toContain("Which one?");
	for (const letter of "2\r") fleet.screen.handleInput(letter);
	await until(async () => (await messages()).length === 1);
	expect(await messages()).toEqual([{ kind: "answer", question: "q", value: "right" }]);
	fleet.screen.handleInput(escapeKey);
	await open("delta");
	fleet.screen.handlePaste("use tabs");
	fleet.screen.handleInput("\r");
	await until(async () => (await messages()).length === 2);
	expect((await messages())[1]).toEqual({ kind: "steer", text: "use tabs" });
	await until(async () => (await fleet.queue.renew("w1", fleet.claims)).some(({ isAttended }) => isAttended));
	await until(() => fleet.text().includes("Sent: use tabs"));
});
