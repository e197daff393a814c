import { expect } from "bun:test";
import { readdir } from "node:fs/promises";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { type PtyRun, ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { files, lastWords, repair, whole } from "../scenarios/repair/repair.ts";
import { opened, rests } from "./at-terminal.ts";

const key = `sk-ant-api03-${"k".repeat(40)}`;

async function quit(terminal: PtyRun): Promise<void> {
	terminal.type("\x03");
	await terminal.waitFor("Press Ctrl+C again to exit");
	terminal.type("\x03");
	expect(await terminal.exit).toEqual({ code: 0, signal: null });
}

verifies(
	"cli:first-run:whole-path",
	async () => {
		const replies = [...repair("hashline"), text("It was a minus sign.")];
		await using omp = await ompProject({ connected: false, files, replies });
		expect(await readdir(omp.home.path)).toEqual([]);
		const env = { ...omp.env, OMP_SKIP_SETUP: "0", ACME_KEY: undefined, ANTHROPIC_BASE_URL: omp.model.url };
		const start = (...args: string[]) => ptyRun([...omp.command, ...args], { cols: 100, rows: 36, cwd: omp.path, env });
		{
			// In the sandbox the command would run without a question.
			await using terminal = start("--sandbox", "off");
			await opened(terminal, "❯ Paste an API key");
			terminal.type("\r");
			await terminal.waitFor("sk-…");
			// A terminal pastes in brackets; the provider is told by the shape of the key.
			terminal.type(`\x1b[200~${key}\x1b[201~`);
			terminal.type("\r");
			await terminal.waitFor("Anthropic: the key works.");
			expect(terminal.history()).not.toContain(key);
			await terminal.waitFor("❯ Continue");
			terminal.type("\r");
			await terminal.waitFor(/Default model[\s\S]*❯ anthropic\//);
			terminal.type("\r");
			await terminal.waitFor(/❯ write .*recommended/);
			terminal.type("\r");
			await terminal.waitFor("every icon displays correctly");
			terminal.type("\r");
			await terminal.waitFor("Match the terminal");
			terminal.type("\r");
			await terminal.waitFor("Ready with anthropic/");
			expect(terminal.screen()).toMatch(/Model .*anthropic/);
			expect(terminal.screen()).not.toMatch(/offline|No model yet/i);
			terminal.type("make the test pass\r");
			await opened(terminal, "Run this command?");
			expect(terminal.screen()).toContain(" test");
			terminal.type("s");
			await Bun.sleep(500);
			terminal.type("\r");
			await terminal.waitFor(lastWords);
			await rests(terminal);
			expect(await omp.files.read("src/sum.ts")).toBe(whole);
			// The change and the end of the turn are on the screen.
			expect(terminal.history()).toMatch(/return a \+ b;/);
			await terminal.waitFor(/1 file\b.*\+1 −1/);
			await quit(terminal);
			await terminal.waitFor(/Resume this session with omp --resume/);
		}
		{
			await using terminal = start("-c");
			await terminal.waitFor(lastWords);
			expect(terminal.history()).not.toContain("Set up omp");
			terminal.type("what was it?\r");
			await terminal.waitFor("It was a minus sign.");
			await quit(terminal);
		}
		expect(new Set(omp.model.exchanges.map(({ headers }) => headers["x-api-key"]))).toEqual(new Set([key]));
		const last = JSON.stringify(omp.model.requests.at(-1)?.messages);
		for (const said of ["make the test pass", lastWords, "what was it?"]) expect(last).toContain(said);
		expect(await omp.sessions()).toHaveLength(1);
	},
	60_000,
);
