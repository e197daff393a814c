import { expect } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { delivered, gate, stalled, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { atTerminal } from "./at-terminal.ts";

/** Generous, because tests run in parallel. */
const timeoutMs = 30_000;
const escapeKey = "\x1b";
const clearKey = "\x15";
const ctrlEnter = "\x1b[13;5u";

verifies(
	"tui:submit:idle-and-streaming",
	async () => {
		const open = gate();
		const replies = [
			text("One."),
			delivered(toolCall("bash", { i: "Looking", command: "echo looked" }), { hold: { afterChunks: 0, gate: open } }),
			text("Two."),
			text("Three."),
			text("Four."),
			text("Five."),
		];
		await using omp = await ompProject({ replies });
		await using terminal = await atTerminal(omp);
		await terminal.say("first", "One.");
		await terminal.press("second\x11", "second");
		await until(() => omp.model.requests.length === 2);
		// During a run, Enter steers and the other keys queue a follow-up.
		await terminal.press("steered\r", "Steering · 1");
		await terminal.press("after one\x11", "Queued for after this turn · 1");
		await terminal.press(`after two${ctrlEnter}`, "Queued for after this turn · 2");
		open.open();
		await terminal.waitFor("Four.");
		await until(() => omp.model.requests.length === 5);
		const heard = omp.model.requests.map((request) => JSON.stringify(request));
		const texts = ["second", "steered", "after one", "after two"];
		expect(heard.map((request) => texts.filter((words) => request.includes(words)))).toEqual([
			[],
			["second"],
			["second", "steered"],
			["second", "steered", "after one"],
			["second", "steered", "after one", "after two"],
		]);
		// While idle those keys send like Enter.
		await terminal.press(`last${ctrlEnter}`, "Five.");
	},
	timeoutMs,
);

/** Fails during thinking: the transport no longer retries, and no visible text would be lost. */
const brokenOff = { chunkChars: 4, chunkDelayMs: 60, cutAfterChunks: 4 };

verifies(
	"tui:submit:escape",
	async () => {
		const replies = [
			stalled(text("Endless talk."), 1),
			text("One."),
			// Compaction takes two requests; then a handoff, and a retry after a backoff.
			stalled(text("A summary"), 1),
			stalled(text("A summary"), 1),
			stalled(text("A document"), 1),
			delivered(text("Never said.", { thinking: "A thought that is broken off." }), brokenOff),
			text("Still there."),
		];
		await using omp = await ompProject({ replies });
		await omp.home.write(
			".omp/agent/config.yml",
			"compaction: { keepRecentTokens: 1 }\nretry: { baseDelayMs: 60000, maxDelayMs: 60000 }\n",
		);
		await using terminal = await atTerminal(omp);
		const atRest = () => until(() => !/⟦esc⟧|esc to cancel/.test(terminal.screen()));
		const asked = (count: number) => until(() => omp.model.requests.length === count);

		// Aborts the turn, and the queued message returns to the editor.
		terminal.type("talk\r");
		await asked(1);
		await terminal.press("a queued thought\r", "Steering · 1");
		await terminal.press("another one\x11", "Queued for after this turn · 1");
		await terminal.press("a draft", "─ a draft");
		await terminal.press(escapeKey, "⊘ Interrupted");
		await until(() => /a queued thought\s[\s\S]*another one\s[\s\S]*─ a draft/.test(terminal.screen()));
		await atRest();
		// Three texts separated by blank lines.
		terminal.type(`${clearKey}\x7f`.repeat(5));
		await until(() => /╰─ {40}/.test(terminal.screen()));

		await terminal.press("!echo begun; sleep 600\r", "begun");
		await terminal.press(escapeKey, "cancelled");
		await atRest();
		expect(omp.model.requests).toHaveLength(1);

		await terminal.say("hello", "One.");
		await terminal.say("/compact", "Compacting…");
		await asked(4);
		await terminal.press(escapeKey, "Compaction cancelled");
		await atRest();
		await terminal.say("/handoff", "Generating handoff…");
		await asked(5);
		await terminal.press(escapeKey, "Handoff cancelled");
		await atRest();
		await terminal.press("try\r", "Retrying (1/");
		await terminal.press(escapeKey, "Alt+R to retry");
		await atRest();

		// While idle it sends a command as a prompt.
		await terminal.press("!ls", "─ !ls");
		terminal.type(escapeKey);
		await until(() => /─ ls /.test(terminal.screen()));
		terminal.type(clearKey);
		await terminal.say("still there?", "Still there.");
	},
	timeoutMs,
);
