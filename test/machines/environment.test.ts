import { expect } from "bun:test";
import { readFile } from "node:fs/promises";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requiresThat } from "@oh-my-pi/pi-testkit/requires";
import { acpClient } from "@oh-my-pi/pi-testkit/servers/acp-client";
import { stalled, text } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { until } from "@oh-my-pi/pi-testkit/until";
import { atTerminal } from "../e2e/at-terminal.ts";

/** The variables that a process was started with. */
async function variablesOf(pid: number): Promise<string[]> {
	const names = (await readFile(`/proc/${pid}/environ`, "utf8")).split("\0").map((entry) => entry.split("=")[0] ?? "");
	return names.filter((name) => name !== "").sort();
}

/** Starts omp in a mode and returns its variables. */
const modes: Readonly<Record<string, (omp: OmpProject) => Promise<string[]>>> = {
	async print(omp) {
		const child = Bun.spawn([...omp.command, "-p", "go"], { cwd: omp.path, env: omp.env, stdout: "ignore" });
		await until(() => omp.model.requests.length === 1);
		const names = await variablesOf(child.pid);
		child.kill();
		await child.exited;
		return names;
	},
	async rpc(omp) {
		await using host = rpcHost(omp);
		await host.ask({ id: "1", type: "get_state" });
		return variablesOf(host.pid);
	},
	async acp(omp) {
		await using client = await acpClient(omp);
		return variablesOf(client.pid);
	},
	async terminal(omp) {
		await using terminal = await atTerminal(omp);
		return (await variablesOf(terminal.pid)).filter((name) => name !== "COLORTERM");
	},
};

for (const [mode, variables] of Object.entries(modes))
	requiresThat(process.platform === "linux", "Linux")(
		`tests start omp in mode ${mode} with the variables they name, and nothing of the shell`,
		async () => {
			await using omp = await ompProject({ replies: [stalled(text("never"))] });
			const proxies = ["ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"];
			const own = ["ACME_KEY", "HOME", "LANG", "OMP_SKIP_SETUP", "PATH", "PI_NO_TITLE", "TERM", "TMPDIR"];
			const git = ["GIT_CONFIG_NOSYSTEM", "GIT_TERMINAL_PROMPT"];
			expect(await variables(omp)).toEqual(
				[...own, ...git, ...proxies, ...proxies.map((name) => name.toLowerCase())].sort(),
			);
		},
	);
