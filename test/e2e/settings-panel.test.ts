import { expect } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { type PtyRun, ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const columns = { cols: 100, rows: 30 };

async function started(omp: OmpProject): Promise<PtyRun> {
	const terminal = ptyRun([...omp.command], { ...columns, cwd: omp.path, env: omp.env });
	await terminal.waitFor("Acme One");
	return terminal;
}

/** Opens the panel on one setting. */
async function openSetting(terminal: PtyRun, key: string, row: RegExp): Promise<void> {
	terminal.type(`/settings ${key}\r`);
	await terminal.waitFor(row);
}

async function closePanel(terminal: PtyRun): Promise<void> {
	terminal.type("\x1b");
	await terminal.waitFor("Type to search");
	terminal.type("\x1b");
	await until(() => !terminal.screen().includes("Type to search"));
}

async function leave(terminal: PtyRun): Promise<void> {
	terminal.type("\x04");
	expect((await terminal.exit).code).toBe(0);
}

/** Search text, row before, keys, row after, and the saved key with its value. */
const changes = [
	["colorBlindMode", /Color-blind mode +false/, "\r", /Color-blind mode +true/, "colorBlindMode", "true"],
	[
		"doubleEscapeAction",
		/Double-Escape action +tree/,
		"\r\x1b[B\r",
		/Double-Escape action +none/,
		"doubleEscapeAction",
		"none",
	],
	["autocompleteMaxVisible", /autocompleteMaxVisible/, "\r\x157\r", / 7 /, "autocompleteMaxVisible", "7"],
	["theme.light", /Light theme +light/, "\rlight-github\r", /Light theme +light-github/, "theme.light", "light-github"],
	[
		"loop guard exc",
		/exceptions +\["hub"\]/,
		'\r\x15["a"]\r',
		/exceptions +\["a"\]/,
		"model.toolCallLoopGuard.exemptTools",
		'["a"]',
	],
	[
		"Tool policies",
		/Tool policies +\{\}/,
		'\r\x15{"bash":"deny"}\r',
		/\{"bash":"deny"\}/,
		"tools.approval",
		'{"bash":"deny"}',
	],
] as const;

verifies(
	"slash-commands:config:settings",
	async () => {
		await using omp = await ompProject();
		{
			await using terminal = await started(omp);
			for (const [search, before, typed, after] of changes) {
				await openSetting(terminal, search, before);
				terminal.type(typed);
				await terminal.waitFor(after);
				await closePanel(terminal);
			}
			await leave(terminal);
		}
		for (const [, , , , key, value] of changes) {
			expect((await omp.run(["config", "get", key])).stdout).toBe(`${value}\n`);
		}
		expect(await omp.home.read(".omp/agent/config.yml")).toBe(
			[
				"colorBlindMode: true",
				"doubleEscapeAction: none",
				"autocompleteMaxVisible: 7",
				"theme:\n  light: light-github",
				"model:\n  toolCallLoopGuard:\n    exemptTools:\n      - a",
				"tools:\n  approval:\n    bash: deny\n",
			].join("\n"),
		);
	},
	30_000,
);

verifies(
	"settings:panel:live-apply",
	async () => {
		await using omp = await ompProject();
		await omp.home.write(".omp/agent/config.yml", "autocompleteMaxVisible: 9\n");
		expect((await omp.run(["config", "set", "colorBlindMode", "true"])).exitCode).toBe(0);
		await using terminal = await started(omp);
		await openSetting(terminal, "autocompleteMaxVisible", / 9 /);
		await closePanel(terminal);
		await openSetting(terminal, "symbolPreset", /Symbols +unicode/);
		terminal.type("\rascii");
		// The hardware cursor changes during the preview.
		await terminal.waitFor("> ( ) ascii");
		terminal.type("\x1b\x1b");
		await terminal.waitFor(/Symbols +unicode/);
		await terminal.waitFor("❯");
		terminal.type("\rascii\r");
		await terminal.waitFor(/> \* Symbols +ascii/);
		await closePanel(terminal);
		await openSetting(terminal, "colorBlindMode", /\* Color-blind mode +true/);
		await closePanel(terminal);
		await terminal.waitFor("[M] Acme One");
		await leave(terminal);
		expect(await omp.home.read(".omp/agent/config.yml")).toBe(
			"autocompleteMaxVisible: 9\ncolorBlindMode: true\nsymbolPreset: ascii\n",
		);
	},
	30_000,
);
