import { expect } from "bun:test";
import { delivered, gate, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { type PtyRun, ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { conversationText, type FleetProject, fleetProject, hasResult } from "./fleet-project.ts";

const plainTerminal = {
	alternateScreen: false,
	bracketedPaste: false,
	mouse: false,
	focusReports: false,
	applicationCursorKeys: false,
	cursorHidden: false,
	raw: false,
};

function terminal(
	project: FleetProject,
	args: readonly string[],
	options: { cols?: number; rows?: number; env?: Record<string, string> } = {},
) {
	const { env, ...size } = options;
	return ptyRun([...project.omp.command, "fleet", ...args], {
		...{ cols: 100, rows: 20, ...size },
		cwd: project.omp.path,
		env: { ...project.omp.env, OMP_SKIP_SETUP: "1", ...env },
	});
}

verifies(
	"fleet:look:live-table",
	async () => {
		const held = gate();
		await using project = await fleetProject({
			otherwise: (body) => {
				const said = conversationText(body);
				if (said.includes("Hold") && hasResult(body))
					return delivered(text("Held no more."), { hold: { afterChunks: 0, gate: held } });
				return hasResult(body) ? text("Done.") : toolCall("bash", { i: "Looking", command: "echo seen" });
			},
		});
		const { path } = await project.repository();
		await project.batch({
			name: "live",
			limits: { usd: 3 },
			tasks: [
				{ name: "quick one", prompt: "Go", repository: path },
				{ name: "slow one", prompt: "Hold it", repository: path },
				{ name: "broken", prompt: "Go", repository: path, ref: "nowhere" },
			],
		});
		await using run = terminal(project, ["run", "batch.yml", "--workers", "2"]);
		await run.waitFor("1/3 done 1 failed 1 running");
		expect(run.screen()).toMatch(/omp fleet {2}1 worker, 1 of 2 slots busy/);
		expect(run.screen()).toMatch(/live +█+▒+ 1\/3 done 1 failed 1 running \$0\.\d\d of \$3\.00/);
		expect(run.modes()).toMatchObject({ alternateScreen: true, raw: true });

		// Filters.
		run.type("/");
		run.type("quick");
		await until(() => !run.screen().includes("slow one") && run.screen().includes("quick one"));
		run.type("\x1b");
		await run.waitFor("slow one");
		run.type("ss");
		await until(() => run.screen().includes("broken") && !run.screen().includes("quick one"));
		run.type("sss");
		await run.waitFor("quick one");

		// Every width shows all tasks, also after a change of size.
		for (const [cols, rows] of [
			[60, 12],
			[200, 50],
			[80, 24],
			[100, 20],
		] as const) {
			await run.resize(cols, rows);
			await until(() => {
				const lines = run.screen().split("\n");
				return (
					lines[0]?.startsWith("omp fleet") &&
					lines[rows - 1]?.startsWith("↑↓ move") &&
					["quick one", "slow one", "broken"].every((name) => run.screen().includes(name))
				);
			});
			expect(run.screen().match(/omp fleet/g)).toHaveLength(1);
		}

		// Into the transcript of the one that is under way, and back.
		run.type("\r");
		await run.waitFor("● bash command: echo seen");
		expect(run.screen()).toContain("> Hold it");
		expect(run.screen()).toContain("Enter sends");
		run.type("\x1b");
		await run.waitFor("Enter open");

		held.open();
		expect((await run.exit).code).toBe(1);
		expect(run.modes()).toEqual(plainTerminal);
		expect(run.screen()).toContain("live: 2 tasks done, 1 failed");
		expect(run.screen()).not.toContain("Enter open");
	},
	90_000,
);

verifies(
	"fleet:look:attach",
	async () => {
		await using project = await fleetProject({
			otherwise: (body) => {
				const said = conversationText(body);
				if (said.includes("Blue")) return text("Painted blue.");
				return hasResult(body)
					? text("No color.")
					: toolCall("ask", {
							i: "Asking",
							questions: [{ id: "color", question: "Which color?", options: [{ label: "Red" }, { label: "Blue" }] }],
						});
			},
		});
		const { path } = await project.repository();
		await project.batch({ tasks: [{ name: "paint", prompt: "Paint it", repository: path, questions: "wait" }] });
		await project.fleet("submit", "batch.yml");
		await using worker = project.start("worker");
		await until(async () => (await project.json("list", "--state", "waiting")).total === 1, {
			everyMs: 100,
			describe: () => worker.output(),
		});
		expect((await project.fleet("attach", "paint")).stderr).toContain("attach needs a terminal");
		await using attached = terminal(project, ["attach", "paint"], { cols: 80 });
		await attached.waitFor("Which color?");
		expect(attached.screen()).toContain("2  Blue");
		attached.type("2\r");
		await attached.waitFor("Painted blue.");
		await attached.waitFor("Esc back");
		attached.type("\x1b");
		expect((await attached.exit).code).toBe(0);
		expect(attached.modes()).toEqual(plainTerminal);
		expect((await project.json("show", "paint")).result.summary).toBe("Painted blue.");
	},
	90_000,
);

verifies(
	"fleet:look:stopped-by-key",
	async () => {
		const held = gate();
		await using project = await fleetProject({
			otherwise: () => delivered(text("Late."), { hold: { afterChunks: 0, gate: held } }),
		});
		const { path } = await project.repository();
		await project.batch({ tasks: ["one", "two"].map((name) => ({ name, prompt: "Go", repository: path })) });
		// Before its first request a task is handed back at once.
		const untilAsked = async (run: PtyRun, requests: number) => {
			await run.waitFor("1 of 1 slots busy");
			await until(() => project.omp.model.requests.length >= requests);
		};
		let asked = 0;
		for (const env of [{ COLORFGBG: "15;0" }, { COLORFGBG: "0;15" }]) {
			await using run = terminal(project, ["run", "batch.yml", "--yes", "--workers", "1"], { env });
			await untilAsked(run, ++asked);
			run.type("\x03");
			await run.waitFor("Stopping: turns that are under way");
			run.type("\x03");
			expect((await run.exit).code).toBe(130);
			expect(run.modes()).toEqual(plainTerminal);
		}
		await using run = terminal(project, ["run", "batch.yml", "--yes", "--workers", "1"]);
		await untilAsked(run, ++asked);
		run.type("\x03");
		await run.waitFor("Stopping: turns that are under way");
		held.open();
		expect((await run.exit).code).toBe(130);
		expect(run.modes()).toEqual(plainTerminal);
		expect(run.screen()).toContain("Continue: omp fleet run --batch");
	},
	90_000,
);
