import { expect } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { stalled, text } from "@oh-my-pi/pi-testkit/servers/replies";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

/** Generous, because tests run in parallel. */
const timeoutMs = 40_000;
const maxStartBytes = 20 * 1024;
/** The shimmer splits the text with color sequences. */
const lit = /W(?:o(?:r(?:k(?:i(?:n(?:g)?)?)?)?)?)?\x1b\[[0-9;]*m[orking]+/;
const nowhere = { SSH_CONNECTION: "", SSH_TTY: "", TMUX: "", STY: "", ZELLIJ: "" };

const places: ReadonlyArray<{ env?: Record<string, string>; config?: string; shimmers: boolean }> = [
	{ shimmers: true },
	{ config: "display: { shimmer: disabled }\n", shimmers: false },
	{ env: { SSH_CONNECTION: "10.0.0.1 22 10.0.0.2 22" }, shimmers: false },
	{ env: { TMUX: "/tmp/tmux,1,0" }, shimmers: false },
	{ env: { ZELLIJ: "0" }, shimmers: false },
];

verifies(
	"tui:render:animations-bounded",
	async () => {
		const at = async ({ env = {}, config = "", shimmers }: (typeof places)[number]) => {
			await using omp = await ompProject({ replies: [stalled(text("Never said."), 0)] });
			await omp.home.write(".omp/agent/config.yml", config);
			await using terminal = ptyRun(omp.command, {
				cols: 120,
				rows: 40,
				cwd: omp.path,
				env: { ...omp.env, ...nowhere, ...env },
			});
			await terminal.waitFor("Find and fix a failing test");
			expect(terminal.output().length).toBeLessThan(maxStartBytes);
			// The first key ends the welcome animation; from then on only keys cause redraws.
			terminal.type("q");
			await terminal.waitFor("─ q");
			const started = terminal.output().length;
			terminal.type("u");
			await terminal.waitFor("─ qu");
			expect(terminal.output().length - started).toBeLessThan(1000);
			terminal.type("\r");
			await until(() => (terminal.output().match(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/g)?.length ?? 0) > 25, { timeoutMs: 10_000 });
			expect({ env, config, shimmers: lit.test(terminal.output()) }).toEqual({ env, config, shimmers });
		};
		await Promise.all(places.map(at));
	},
	timeoutMs,
);
