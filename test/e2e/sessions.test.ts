import { expect } from "bun:test";
import { join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { type PtyRun, ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { PromptHistory } from "../../packages/session/src/history-db.ts";
import { rests } from "./at-terminal.ts";

const down = "\x1b[B";

function start(omp: OmpProject, args: readonly string[] = [], cwd = omp.path): PtyRun {
	return ptyRun([...omp.command, ...args], { cols: 100, rows: 30, cwd, env: omp.env });
}

async function titles(omp: OmpProject): Promise<unknown[]> {
	return (await omp.sessions()).map(([header]) => header?.title);
}

verifies(
	"slash-commands:session:resume",
	async () => {
		await using omp = await ompProject({ replies: [text("One."), text("Two."), text("Three.")] });
		for (const prompt of ["about owls", "about otters"]) await omp.run(["-p", prompt]);
		await using terminal = start(omp);
		await terminal.waitFor("Acme One");
		terminal.type("/resume nonsense\r");
		await terminal.waitFor('Session "nonsense" not found');
		terminal.type("/resume\r");
		await terminal.waitFor("Resume Session");
		await terminal.waitFor("✔ done");
		terminal.type("owls\r");
		await terminal.waitFor("Resumed session");
		terminal.type("and now?\r");
		await terminal.waitFor("Three.");
		await rests(terminal);
		expect(JSON.stringify(omp.model.requests[2])).toContain("about owls");
		const ids = (await omp.sessions()).map(([header]) => String(header?.id));
		terminal.type(`/resume ${ids[1]?.slice(0, -2)}\r`);
		await terminal.waitFor("Two.");
	},
	30_000,
);

verifies(
	"sessions:resume:picker",
	async () => {
		await using omp = await ompProject({ replies: [text("One."), text("Two.")] });
		for (const prompt of ["about owls", "about otters"]) await omp.run(["-p", prompt]);
		await using terminal = start(omp, ["--resume"]);
		await terminal.waitFor("Resume Session (current folder)");
		terminal.type("owls");
		await until(() => !terminal.screen().includes("otters"));
		terminal.type("\x12Night birds\r");
		await terminal.waitFor("Renamed to Night birds");
		expect(await titles(omp)).toContain("Night birds");
		terminal.type("\x1b");
		await terminal.waitFor("otters");
		terminal.type("\t");
		await terminal.waitFor("all projects");
		terminal.type(`otters\x04${down}\r`);
		await terminal.waitFor("Deleted about otters");
		expect(await titles(omp)).toEqual(["Night birds"]);
		terminal.type("\x03\x03");
		expect((await terminal.exit).code).toBe(0);
		expect(terminal.history()).toContain("No session selected");
	},
	30_000,
);

verifies(
	"cli:session:resume-picker",
	async () => {
		await using omp = await ompProject({ replies: [text("One."), text("Two.")] });
		await using other = await workspace();
		const none = start(omp, ["--resume"]);
		await none.exit;
		expect(none.history()).toContain("No sessions found");
		await omp.run(["-p", "about owls"]);
		// From another folder, all projects are shown, and the chosen session continues in its own folder.
		await using terminal = start(omp, ["--resume"], other.path);
		await terminal.waitFor("all projects");
		terminal.type("\r");
		await terminal.waitFor("about owls");
		await terminal.waitFor("Acme One");
		terminal.type("!pwd\r");
		await terminal.waitFor(omp.path);
		terminal.type("\x04");
		expect((await terminal.exit).code).toBe(0);
	},
	30_000,
);

verifies(
	"tui:history:search",
	async () => {
		await using omp = await ompProject({ replies: [text("One."), text("Two.")] });
		await using terminal = start(omp);
		await terminal.waitFor("Acme One");
		terminal.type("about owls\r");
		await terminal.waitFor("One.");
		terminal.type("about otters\r");
		await terminal.waitFor("Two.");
		terminal.type("\x12");
		await terminal.waitFor("Search History");
		terminal.type("owl\r");
		await terminal.waitFor(/╰─ about owls/);
	},
	30_000,
);

verifies(
	"sessions:history:recall",
	async () => {
		await using omp = await ompProject({ replies: [text("One."), text("Two."), text("Three.")] });
		await using terminal = start(omp);
		await terminal.waitFor("Acme One");
		for (const [prompt, reply] of [
			["about owls", "One."],
			["about owls", "Two."],
			["about otters", "Three."],
		] as const) {
			terminal.type(`${prompt}\r`);
			await terminal.waitFor(reply);
		}
		terminal.type("/hotkeys\r\x04");
		await terminal.exit;
		const history = new PromptHistory(join(omp.agentDir, "history.db"), { now: Date.now });
		const recent = await history.getRecent(10);
		expect(recent.map(({ prompt }) => prompt)).toEqual(["/hotkeys", "about otters", "about owls"]);
		expect((await history.search("otter", 10)).map(({ prompt }) => prompt)).toEqual(["about otters"]);
		await history.close();
	},
	30_000,
);

verifies(
	"tui:keys:scope",
	async () => {
		await using omp = await ompProject({ replies: [text("One.")] });
		await omp.run(["-p", "about owls"]);
		await using terminal = start(omp);
		await terminal.waitFor("Acme One");
		// In the picker the keys have the meaning shown in its footer.
		terminal.type("/resume\r");
		await terminal.waitFor("Resume Session");
		terminal.type("\x10");
		await terminal.waitFor("~/.omp/agent/sessions");
		terminal.type("\x12");
		await terminal.waitFor("New name:");
		terminal.type("\x1b");
		await until(() => !terminal.screen().includes("New name:"));
		terminal.type("\x04");
		await terminal.waitFor("Delete about owls?");
		terminal.type("\x1b");
		await until(() => !terminal.screen().includes("Delete about owls?"));
		terminal.type("\x1b");
		await until(() => !terminal.screen().includes("Resume Session"));
		// In the editor, omp's actions take precedence over editing keys.
		terminal.type("\x12");
		await terminal.waitFor("Search History");
		terminal.type("\x1b");
		await until(() => !terminal.screen().includes("Search History"));
		terminal.type("\x04");
		expect((await terminal.exit).code).toBe(0);
	},
	30_000,
);
