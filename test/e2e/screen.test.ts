import { describe, expect, test } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { delivered, failure, gate, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { type PtyRun, ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const size = { cols: 90, rows: 30 };

function start(omp: OmpProject, options: { cols?: number; rows?: number; args?: readonly string[] } = {}): PtyRun {
	const { args = [], ...given } = options;
	return ptyRun([...omp.command, ...args], { ...size, ...given, cwd: omp.path, env: omp.env });
}

async function leave(terminal: PtyRun): Promise<void> {
	terminal.type("\x04");
	expect((await terminal.exit).code).toBe(0);
}

const ready = (terminal: PtyRun) => terminal.waitFor("⬢ Acme One");
const rowOf = (terminal: PtyRun, wanted: string) =>
	terminal
		.screen()
		.split("\n")
		.findIndex((row) => row.includes(wanted));

describe("the screen", () => {
	verifies(
		"tui:screen:welcome",
		async () => {
			await using omp = await ompProject({ files: { "AGENTS.md": "Be brief.\n" }, replies: [text("Done.")] });
			await omp.run(["-p", "Fix the greeting"]);
			{
				await using terminal = start(omp);
				await terminal.waitFor("• Fix the greeting (just now)");
				await terminal.waitFor("Found     AGENTS.md");
				expect(terminal.screen()).toContain("Find and fix a failing test");
				expect(terminal.screen()).toMatch(/Approvals +\w/);
				await leave(terminal);
				expect(terminal.output().length).toBeLessThan(20 * 1024);
			}
			{
				await using narrow = start(omp, { cols: 60 });
				await narrow.waitFor("• Fix the greeting (just now)");
				expect(narrow.screen()).toContain("Find and fix a failing test");
				await leave(narrow);
			}
			for (const options of [{ rows: 19 }, { args: ["--continue"] }]) {
				await using without = start(omp, options);
				await ready(without);
				expect(without.screen()).not.toContain("Find and fix a failing test");
				await leave(without);
			}
			await omp.home.write(".omp/agent/config.yml", "startup: { quiet: true }\n");
			await using quiet = start(omp);
			await ready(quiet);
			expect(quiet.screen()).not.toContain("Find and fix a failing test");
			await leave(quiet);
		},
		30_000,
	);

	test("a new version shows its release notes once, below the welcome box", async () => {
		await using omp = await ompProject();
		await omp.home.write(".omp/agent/last-changelog-version", "0.0.1\n");
		await using terminal = start(omp);
		await terminal.waitFor(/Updated from 0\.0\.1 to \S+; \/changelog shows what is new/);
		await leave(terminal);
		expect(await omp.home.read(".omp/agent/last-changelog-version")).toMatch(/^\d+\.\d+\.\d+\n$/);
	});

	verifies("tui:message:error-banner", async () => {
		await using omp = await ompProject({ replies: [failure(400, "The prompt is bad"), text("Better.")] });
		await using terminal = start(omp);
		await ready(terminal);
		terminal.type("hello\r");
		await terminal.waitFor("Alt+R to retry");
		expect(rowOf(terminal, "✘ ")).toBeGreaterThan(rowOf(terminal, "hello"));
		expect(terminal.screen()).not.toContain("Error:");
		terminal.type("again\r");
		await terminal.waitFor("Better.");
		expect(terminal.screen()).not.toContain("Alt+R to retry");
		expect(rowOf(terminal, "Error: ")).toBeLessThan(rowOf(terminal, "again"));
		expect(rowOf(terminal, "The prompt is bad")).toBeGreaterThan(0);
		await leave(terminal);
	});

	test("the last error is in the scrollback after exit", async () => {
		await using omp = await ompProject({ replies: [failure(400, "The prompt is bad")] });
		await using terminal = start(omp);
		await ready(terminal);
		terminal.type("hello\r");
		await terminal.waitFor("Alt+R to retry");
		await leave(terminal);
		expect(terminal.screen()).toContain("Error: ");
		expect(terminal.screen()).not.toContain("Alt+R");
	});

	verifies("tui:message:thinking-toggle", async () => {
		const held = gate();
		const slow = {
			...text("Late.", { thinking: "Two thoughts." }),
			delivery: { hold: { afterChunks: 4, gate: held } },
		};
		await using omp = await ompProject({ replies: [slow] });
		await omp.home.write(".omp/agent/config.yml", "startup: { quiet: true }\n");
		await using terminal = start(omp);
		await ready(terminal);
		terminal.type("think\r");
		await terminal.waitFor("Two thoughts.");
		terminal.type("\x14");
		await terminal.waitFor("Thinking blocks: hidden");
		expect(terminal.screen()).not.toContain("Two thoughts.");
		terminal.type("\x14");
		await terminal.waitFor("Two thoughts.");
		held.open();
		await terminal.waitFor("Late.");
		await leave(terminal);
	});

	verifies("tui:submit:interrupt-marker", async () => {
		await using omp = await ompProject({
			replies: [delivered(text("one two three four five six"), { chunkChars: 4, chunkDelayMs: 200 })],
		});
		await using terminal = start(omp);
		await ready(terminal);
		terminal.type("count\r");
		await terminal.waitFor("one");
		terminal.type("\x1b");
		await terminal.waitFor("⊘ Interrupted");
		await leave(terminal);
	});

	verifies("tui:submit:queue-panel", async () => {
		await using omp = await ompProject({
			replies: [toolCall("bash", { i: "Waiting", command: "sleep 30" })],
		});
		await using terminal = start(omp);
		await ready(terminal);
		terminal.type("wait\r");
		await terminal.waitFor("Waiting");
		terminal.type("also update the README\r");
		await terminal.waitFor("Steering · 1");
		terminal.type("then publish\x11");
		await terminal.waitFor("Queued for after this turn · 1");
		expect(terminal.screen()).toContain("   1. also update the README\n");
		expect(terminal.screen()).toContain("   └ Alt+Up to edit\n");
		terminal.type("\x1b[1;3A");
		await until(() => !terminal.screen().includes("Steering · 1"));
		expect(rowOf(terminal, "also update the README")).toBeGreaterThan(rowOf(terminal, "⬢ Acme One"));
		terminal.type("\x1b");
		await terminal.waitFor("⊘ Interrupted");
		await leave(terminal);
	});

	verifies("tui:message:compaction-divider", async () => {
		const said = "word ".repeat(3000);
		await using omp = await ompProject({
			replies: [text(said), text(said), text("## Goal\nShip the greeting"), text("Short.")],
		});
		await omp.home.write(".omp/agent/config.yml", "startup: { quiet: true }\ncompaction: { keepRecentTokens: 100 }\n");
		await using terminal = start(omp);
		await ready(terminal);
		terminal.type("talk\r");
		await until(() => terminal.history().split("word").length > 2900);
		terminal.type("more\r");
		await until(() => terminal.history().split("word").length > 5800);
		terminal.type("/compact\r");
		await terminal.waitFor(/── ◫ compacted · [\d.]+K → [\d.]+K · ctrl\+o ──/);
		expect(terminal.screen()).not.toContain("Ship the greeting");
		terminal.type("\x0f");
		await terminal.waitFor("Ship the greeting");
		await leave(terminal);
	});

	verifies("tui:render:session-switch-rule", async () => {
		await using omp = await ompProject({ replies: [text("Hello.")] });
		await using terminal = start(omp);
		await ready(terminal);
		terminal.type("hi\r");
		await terminal.waitFor("Hello.");
		terminal.type("/new\r");
		await terminal.waitFor(/^── \S.* ──+$/m);
		const rows = terminal.screen().split("\n");
		const rule = rows.findIndex((row) => /^── \S.* ──+$/.test(row));
		expect(rule).toBeGreaterThan(rowOf(terminal, "Hello."));
		await leave(terminal);
	});
});

verifies(
	"tui:screen:layout",
	async () => {
		const todos = { op: "init", list: [{ phase: "Find", items: ["Read the greeting"] }] };
		for (const given of [
			{ cols: 80, rows: 40 },
			{ cols: 200, rows: 50 },
		]) {
			await using omp = await ompProject({
				replies: [toolCall("todo", todos), toolCall("bash", { i: "Counting sheep", command: "echo sheep; sleep 30" })],
			});
			await using terminal = start(omp, given);
			await ready(terminal);
			terminal.type("count\r");
			await terminal.waitFor("Counting sheep");
			terminal.type("and goats\r");
			await terminal.waitFor("Steering · 1");
			const parts = ["omp v", "count", "☑ Todo", "$ echo sheep", "Steering · 1", "Todos · 0/1", "Counting sheep ⟦esc⟧"];
			const rows = [...parts, "⬢ Acme One >"].map((part) => rowOf(terminal, part));
			expect(rows).toEqual(rows.toSorted((a, b) => a - b));
			expect(rows).not.toContain(-1);
			terminal.type("\x1b");
			await terminal.waitFor("⊘ Interrupted");
			await leave(terminal);
		}
	},
	30_000,
);

verifies(
	"tui:screen:tight",
	async () => {
		const firstColumn = async (config: string) => {
			await using omp = await ompProject({ replies: [text("Here I am.")] });
			await omp.home.write(".omp/agent/config.yml", `startup: { quiet: true }\n${config}`);
			await using terminal = start(omp);
			await ready(terminal);
			terminal.type("hello\r");
			await terminal.waitFor("Here I am.");
			await leave(terminal);
			return terminal
				.screen()
				.split("\n")
				.find((row) => row.includes("Here I am."));
		};
		expect(await firstColumn("")).toBe(" Here I am.");
		expect(await firstColumn("tui: { tight: true }\n")).toBe("Here I am.");
	},
	30_000,
);
