import { expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { delivered, gate, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { atTerminal } from "./at-terminal.ts";

const task = (...tasks: readonly Record<string, unknown>[]) =>
	toolCall("task", { i: "Delegating", context: "We fix sums.", tasks });
const hands = (data: unknown) => toolCall("yield", { result: { data } });
const hub = "\x13";
const esc = "\x1b";

verifies(
	"tui:agents:hub",
	async () => {
		const held = gate();
		await using omp = await ompProject({
			replies: [
				task({ name: "Alpha", agent: "explore", task: "Find the callers" }),
				hands({ summary: "Three callers in src", files: [], architecture: "flat" }),
				text("They found three."),
				text("There is a fourth in test."),
				delivered(text("This takes long and is stopped."), { chunkChars: 4, hold: { afterChunks: 2, gate: held } }),
				text("I am back."),
			],
		});
		await omp.home.write(".omp/agent/config.yml", "async: { enabled: false }\ntask: { agentIdleTtlMs: 0 }\n");
		await using terminal = await atTerminal(omp, { rows: 30 });
		await terminal.say("look", "They found three.");
		// One line in the transcript.
		expect(terminal.screen()).toMatch(/✔ Alpha explore · \d+\.\ds \{/);

		// Open: what it was told and what it did.
		terminal.type(hub);
		await terminal.waitFor(/Alpha explore · idle/);
		expect(terminal.screen()).toContain("Find the callers");
		expect(terminal.screen()).toContain("1 agent, 0 running");
		terminal.type("\r");
		await terminal.waitFor("Message to Alpha");
		await terminal.waitFor("Three callers in src");

		// Talk to it.
		terminal.type("Any in test?\r");
		await terminal.waitFor("There is a fourth in test.");
		expect(JSON.stringify(omp.model.requests[3])).toContain("Any in test?");
		expect(JSON.stringify(omp.model.requests[3])).toContain("Three callers in src");

		// Stop it; it stays.
		terminal.type("Look everywhere\r");
		await until(() => omp.model.requests.length === 5);
		terminal.type(esc);
		await until(() => terminal.screen().includes("Enter open and talk"));
		await terminal.waitFor(/Alpha explore · running/);
		terminal.type("s");
		await terminal.waitFor(/Alpha explore · idle/);
		held.open();

		// Kill it; then it cannot be talked to or revived.
		terminal.type("x");
		await terminal.waitFor(/Alpha explore · aborted/);
		terminal.type("r");
		await terminal.waitFor("Alpha cannot be restarted.");
		terminal.type(esc);
		await until(() => terminal.screen().includes("They found three."));
	},
	60_000,
);

verifies(
	"tui:agents:focus",
	async () => {
		const held = gate();
		const report = "The **fourth** caller is hidden in `test/sums.ts`, which nobody reads.";
		await using omp = await ompProject({
			replies: [
				task({ name: "Alpha", task: "Find the callers" }),
				toolCall("bash", { i: "Counting", command: "echo counted-$((40 + 2))" }),
				delivered(toolCall("yield", { result: { data: "four" } }, { text: report }), {
					chunkChars: 8,
					hold: { afterChunks: 4, gate: held },
				}),
				text("They found four."),
				text("Because of the **alias**."),
			],
		});
		await omp.home.write(".omp/agent/config.yml", "async: { enabled: false }\n");
		await using terminal = await atTerminal(omp, { rows: 30 });
		terminal.type("look\r");
		await until(() => omp.model.requests.length === 3);
		await terminal.waitFor("1 working");

		// Opened in the middle of a reply: drawn as in the main conversation, with what it says meanwhile.
		terminal.type(hub);
		await terminal.waitFor(/Alpha task · running/);
		terminal.type("\r");
		await terminal.waitFor("Message to Alpha");
		await terminal.waitFor(/\$ echo counted-/);
		expect(terminal.screen()).toContain("Find the callers");
		await until(() => terminal.screen().includes("counted-42"));
		await until(() => terminal.screen().includes("The fourth"));
		expect(terminal.screen()).not.toContain("nobody reads");
		held.open();
		await terminal.waitFor("caller is hidden in test/sums.ts, which nobody reads.");

		// Talk to it, in several lines; the answer streams in.
		await until(() => /Alpha task · idle/.test(terminal.screen()));
		terminal.type("Why was it\x0amissed?\r");
		await terminal.waitFor("Because of the alias.");
		expect(JSON.stringify(omp.model.requests.at(-1))).toContain("Why was it\\nmissed?");

		// Back: the main conversation has gone on, and the next prompt is for it.
		terminal.type(esc);
		await until(() => terminal.screen().includes("Enter open and talk"));
		terminal.type(esc);
		await until(() => terminal.screen().includes("They found four."));
		expect(terminal.screen()).not.toContain("Because of the alias.");
		omp.model.script(text("You are welcome."));
		await terminal.say("thanks", "You are welcome.");
		expect(JSON.stringify(omp.model.requests.at(-1))).not.toContain("alias");
	},
	60_000,
);

test("an agent that works is killed only with a second press, and a parked one is revived", async () => {
	const held = gate();
	await using omp = await ompProject({
		replies: [
			task({ name: "Alpha", task: "Do it" }),
			hands("done"),
			text("It is done."),
			delivered(text("I work on and on."), { chunkChars: 4, hold: { afterChunks: 1, gate: held } }),
		],
	});
	await omp.home.write(".omp/agent/config.yml", "async: { enabled: false }\ntask: { agentIdleTtlMs: 400 }\n");
	await using terminal = await atTerminal(omp, { rows: 30 });
	await terminal.say("go", "It is done.");
	terminal.type(hub);
	await until(() => terminal.screen().includes("Alpha task · parked"));
	terminal.type("r");
	await until(() => terminal.screen().includes("Alpha task · idle"));
	await until(() => terminal.screen().includes("Alpha task · parked"));
	terminal.type("\r");
	await terminal.waitFor("Message to Alpha");
	terminal.type("Go on\r");
	await until(() => omp.model.requests.length === 4);
	terminal.type(esc);
	await until(() => terminal.screen().includes("Enter open and talk"));
	await terminal.waitFor(/Alpha task · running/);
	terminal.type("x");
	await terminal.waitFor("Press x again to end it.");
	terminal.type("x");
	await terminal.waitFor(/Alpha task · aborted/);
	held.open();
}, 60_000);

verifies(
	"tui:subagents:panel",
	async () => {
		const held = gate();
		await using omp = await ompProject({
			replies: [
				task({ name: "Alpha", task: "Count the files" }),
				delivered(hands("seven"), { hold: { afterChunks: 0, gate: held } }),
				text("There are seven."),
			],
		});
		await omp.home.write(".omp/agent/config.yml", "async: { enabled: false }\n");
		await using terminal = await atTerminal(omp, { rows: 40 });
		terminal.type("count\r");
		await terminal.waitFor("Agents · 1 working");
		await terminal.waitFor(/└─ Alpha Count the files/);
		await terminal.waitFor("1 agent");
		held.open();
		await terminal.waitFor("There are seven.");
		await until(() => !terminal.screen().includes("1 working"));
	},
	60_000,
);
