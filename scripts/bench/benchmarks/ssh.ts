import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { sshServer } from "@oh-my-pi/pi-testkit/servers/ssh-server";
import { defaultOutputLimits } from "@oh-my-pi/pi-tools/output/output-limits";
import { sshTool } from "@oh-my-pi/pi-tools/ssh/ssh";
import { SshConnections } from "@oh-my-pi/pi-tools/ssh-connections/ssh-connections";
import { clientArgs } from "@oh-my-pi/pi-tools/ssh-connections/ssh-target";
import type { Benchmark } from "../benchmark.ts";
import { median } from "../measure-runs.ts";

const times = 30;

/** The second command on a host, and what `ssh` itself takes for it over the same shared connection. */
export const ssh: Benchmark = {
	name: "ssh",
	async run(bench) {
		if (!Bun.which("sshd") || !Bun.which("ssh")) return [];
		await using server = await sshServer();
		const { port, username, keyPath } = server;
		const target = { name: "box", host: "127.0.0.1", port, username, keyPath };
		const env = { ...bench.env, PATH: `${server.binFolder}:${bench.env.PATH}` };
		const controlFolder = `${bench.scratch}/ssh`;
		await using connections = new SshConnections({ controlFolder, env });
		const service = { hosts: () => [target], knownFacts: () => undefined, load: async () => connections };
		const tool = sshTool({ ssh: service, output: { limits: defaultOutputLimits }, now: () => performance.now() });
		const first = await measureWall(() => runTool(tool, { host: "box", command: "true" }));
		const plainPath = server.file("%C");
		const plain = async () => {
			const command = [`${server.binFolder}/ssh`, ...clientArgs(target, plainPath), "true"];
			await Bun.spawn(command, { env, stdio: ["ignore", "ignore", "ignore"] }).exited;
		};
		await plain();
		const ours: number[] = [];
		const theirs: number[] = [];
		// In turn, so that both see the same machine.
		for (let count = 0; count < times; count++) {
			ours.push(await measureWall(() => runTool(tool, { host: "box", command: "true" })));
			theirs.push(await measureWall(plain));
		}
		const [own, other] = [median(ours), median(theirs)];
		return [
			{ name: "ssh, the first command", value: first, unit: "ms" },
			{ name: "ssh, the next", value: own, unit: "ms" },
			{ name: "ssh, the next, over plain ssh", value: Math.max(0, own - other), unit: "ms", limit: 30 },
		];
	},
};

async function measureWall(work: () => Promise<unknown>): Promise<number> {
	const startedAt = performance.now();
	await work();
	return performance.now() - startedAt;
}
