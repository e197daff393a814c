import { describe, expect, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { delivered, text } from "@oh-my-pi/pi-testkit/servers/replies";
import { type PtyRun, ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { titanium } from "../../packages/tui/src/theme/builtin/titanium.data.ts";

function start(omp: OmpProject): PtyRun {
	return ptyRun([...omp.command], { cols: 240, rows: 40, cwd: omp.path, env: omp.env });
}

async function leave(terminal: PtyRun): Promise<void> {
	terminal.type("\x04");
	expect((await terminal.exit).code).toBe(0);
}

test("NO_COLOR: the screen has no colors, and TERM=dumb no escape sequence at all", async () => {
	await using omp = await ompProject();
	const env = { ...omp.env, NO_COLOR: "1", COLORTERM: "truecolor" };
	await using colorless = ptyRun([...omp.command], { cols: 100, rows: 40, cwd: omp.path, env });
	await colorless.waitFor("Acme One");
	await leave(colorless);
	expect(colorless.output()).not.toMatch(/\x1b\[(?:[34]8;|3\dm|4\dm|9\dm)/);
	const dumbEnv = { ...omp.env, TERM: "dumb" };
	await using dumb = ptyRun([...omp.command], { cols: 100, rows: 40, cwd: omp.path, env: dumbEnv });
	await until(() => dumb.output().includes("/help lists commands."));
	dumb.type("\x04");
	expect((await dumb.exit).code).toBe(0);
	expect(dumb.output()).not.toContain("\x1b");
});

verifies("tui:message:mermaid", async () => {
	const reply = "So it goes:\n\n```mermaid\nflowchart LR\n  A[Parse] -->|ok| B[Run]\n```\n\nThat is all.";
	const diagram = "│ Parse │──── ok ───▶│ Run │";
	await using omp = await ompProject({ replies: [delivered(text(reply), { chunkChars: 4 })] });
	{
		await using terminal = start(omp);
		await terminal.waitFor("Acme One");
		terminal.type("show me\r");
		await terminal.waitFor("That is all.");
		await terminal.waitFor(diagram);
		expect(terminal.screen()).not.toContain("-->");
		await leave(terminal);
	}
	// Also when the session is resumed, unless it is off.
	await using again = ptyRun([...omp.command, "-c"], { cols: 100, rows: 40, cwd: omp.path, env: omp.env });
	await again.waitFor(diagram);
	await leave(again);
	await omp.home.write(".omp/agent/config.yml", "tui:\n  renderMermaid: false\n");
	await using off = ptyRun([...omp.command, "-c"], { cols: 100, rows: 40, cwd: omp.path, env: omp.env });
	await off.waitFor("A[Parse] -->|ok| B[Run]");
	await leave(off);
});

describe("user configuration in a terminal", () => {
	test("custom keys work, and invalid ones are reported with their line", async () => {
		await using omp = await ompProject();
		await omp.home.write(".omp/agent/keybindings.yml", "app.exit: f9\napp.claer: f1\n");
		await using terminal = start(omp);
		await terminal.waitFor("keybindings.yml:2: unknown action app.claer; did you mean app.clear?");
		terminal.type("\x1b[20~");
		expect((await terminal.exit).code).toBe(0);
	});

	test("an invalid key file, theme or value does no harm and is not changed", async () => {
		await using omp = await ompProject();
		const files = {
			".omp/agent/keybindings.yml": "app.clear: [f1\n",
			".omp/agent/themes/mine.json": '{\n  "colors": {\n    "accent" "#fff"\n  }\n}\n',
			".omp/agent/config.yml": "theme:\n  dark: mine\n  light: 5\n",
		};
		for (const [path, content] of Object.entries(files)) await omp.home.write(path, content);
		await using terminal = start(omp);
		await terminal.waitFor(/keybindings\.yml:\d+:\d+: .*the usual keys are used/);
		await terminal.waitFor('mine.json:3:14: expected ":" (titanium is shown instead)');
		await terminal.waitFor("config.yml:3: theme.light: must be text; the default is used");
		await leave(terminal);
		for (const [path, content] of Object.entries(files)) expect(await omp.home.read(path)).toBe(content);
	});

	test("a custom theme is applied, and reloaded when its file changes", async () => {
		await using omp = await ompProject();
		const mine = (accent: string) =>
			JSON.stringify({ ...titanium, name: "mine", vars: { ...titanium.vars, blue: accent } });
		await omp.home.write(".omp/agent/themes/mine.json", mine("#010203"));
		await omp.home.write(".omp/agent/config.yml", "theme: { dark: mine }\n");
		await using terminal = start(omp);
		await terminal.waitFor("Acme One");
		expect(terminal.output()).toContain("\x1b[38;2;1;2;3m");
		await writeFile(join(omp.agentDir, "themes/mine.json"), mine("#040506"));
		await until(() => terminal.output().includes("\x1b[38;2;4;5;6m"));
		await writeFile(join(omp.agentDir, "themes/mine.json"), "{ not json");
		await terminal.waitFor("mine.json:1:3: expected a name in quotes");
		await leave(terminal);
	});
});
