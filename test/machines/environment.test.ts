import { expect, test } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { acpClient } from "@oh-my-pi/pi-testkit/servers/acp-client";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { atTerminal } from "../e2e/at-terminal.ts";

/** Starts omp in a mode, and ends it. */
const modes: Readonly<Record<string, (omp: OmpProject) => Promise<unknown>>> = {
	print: (omp) => runCommand([...omp.command, "-p", "go"], { cwd: omp.path, env: omp.env }),
	async rpc(omp) {
		await using host = rpcHost(omp);
		await host.ask({ id: "1", type: "get_state" });
	},
	async acp(omp) {
		await using _client = await acpClient(omp);
	},
	async terminal(omp) {
		await using _terminal = await atTerminal(omp);
	},
};

/** What the shell that writes the file sets by itself, and what only a terminal has. */
const added = new Set(["PWD", "OLDPWD", "SHLVL", "_", "COLORTERM"]);

for (const [mode, start] of Object.entries(modes))
	test(`tests start omp in mode ${mode} with the variables they name, and nothing of the shell`, async () => {
		await using omp = await ompProject({ replies: [text("Hello.")] });
		const file = omp.home.file("variables");
		await start({ ...omp, command: ["/bin/sh", "-c", 'env >"$0" && exec "$@"', file, ...omp.command] });
		const names = (await Bun.file(file).text()).trim().split("\n");
		const proxies = ["ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"];
		const own = ["ACME_KEY", "HOME", "LANG", "OMP_SKIP_SETUP", "PATH", "PI_NO_TITLE", "TERM", "TMPDIR"];
		const git = ["GIT_CONFIG_NOSYSTEM", "GIT_TERMINAL_PROMPT"];
		expect(
			names
				.map((line) => line.split("=")[0] ?? "")
				.filter((name) => !added.has(name))
				.sort(),
		).toEqual([...own, ...git, ...proxies, ...proxies.map((name) => name.toLowerCase())].sort());
	});
