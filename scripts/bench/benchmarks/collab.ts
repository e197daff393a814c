import { join } from "node:path";
import type { Bench, Benchmark } from "../benchmark.ts";
import { collabLimits } from "../limits.data.ts";
import { writeLongSession } from "../long-session.ts";
import { median } from "../measure-runs.ts";
import { startModel } from "../model-process.ts";
import { type OmpInTerminal, startInTerminal } from "../omp-in-terminal.ts";

const rounds = 15;

/** A shared session on one machine: how much later a guest sees what its host sees, and how long a long session takes to join. */
export const collab: Benchmark = {
	name: "collab",
	async run(bench) {
		await using model = await startModel(bench);
		await using relay = await startRelay(bench);
		const later = await guestDelayMs(bench, relay.address, model.selectors);
		const file = join(bench.scratch, "shared.jsonl");
		const lastWords = await writeLongSession(file, { cwd: bench.cwd, megabytes: 20 });
		await using host = startInTerminal(bench, [...model.selectors, "--resume", file]);
		await host.shows(lastWords);
		const link = await share(host, relay.address);
		const joins: number[] = [];
		for (let count = 0; count < 3; count++) {
			await using guest = startInTerminal({ ...bench, env: guestEnv(bench, count) }, ["--no-session"]);
			await guest.watch.settle(500, () => false);
			const from = performance.now();
			guest.type(`/join ${link}\r`);
			joins.push((await guest.shows(lastWords)) - from);
		}
		return [
			{
				name: "shared session, a guest's screen after its host's",
				value: later,
				unit: "ms",
				limit: collabLimits.guestScreen,
			},
			{ name: "joining a shared session of 20 MB", value: median(joins), unit: "ms", limit: collabLimits.joining },
		];
	},
};

/** The median of notices that the host's session says, from its screen to the guest's. */
async function guestDelayMs(bench: Bench, address: string, selectors: readonly string[]): Promise<number> {
	await using host = startInTerminal(bench, selectors);
	await host.watch.settle(500, () => false);
	const link = await share(host, address);
	await using guest = startInTerminal({ ...bench, env: guestEnv(bench, 99) }, ["--no-session"]);
	await guest.watch.settle(500, () => false);
	guest.type(`/join ${link}\r`);
	await guest.shows("2 here");
	await host.shows("2 here");
	const delays: number[] = [];
	for (let count = 0; count < rounds; count++) {
		const words = `marked-${count}-words`;
		await host.watch.settle(200, () => false);
		host.type(`${words}\r`);
		// The prompt is on the host's screen while it is typed, the reply is new on both.
		const [here, there] = await Promise.all([
			host.shows("Hello from the scripted model."),
			guest.shows("Hello from the scripted model."),
		]);
		delays.push(there - here);
	}
	return median(delays);
}

function guestEnv({ env, scratch }: Bench, count: number): Record<string, string> {
	return { ...env, HOME: join(scratch, `guest-${count}`) };
}

async function share(host: OmpInTerminal, address: string): Promise<string> {
	host.type(`/collab ${address}\r`);
	const deadline = performance.now() + 30_000;
	while (performance.now() < deadline) {
		// The link for browsers fits on a row.
		const [link] = /http:\/\/127\.0\.0\.1:\d+\/#[\w-]{22}\.[\w-]{64}/.exec(host.watch.shown()) ?? [];
		if (link !== undefined) return link;
		await Bun.sleep(20);
	}
	throw new Error(`No link was shown; at last there was\n${host.watch.shown().slice(-2000)}`);
}

async function startRelay(bench: Bench): Promise<{ address: string } & AsyncDisposable> {
	const relay = Bun.spawn([bench.omp, "collab", "relay", "--bind=127.0.0.1:0"], {
		env: { ...bench.env },
		stdin: "ignore",
		stdout: "pipe",
		stderr: "inherit",
	});
	const { value } = await relay.stdout.getReader().read();
	const [, port] = /127\.0\.0\.1:(\d+)/.exec(new TextDecoder().decode(value)) ?? [];
	return {
		address: `ws://127.0.0.1:${port}`,
		async [Symbol.asyncDispose]() {
			relay.kill("SIGKILL");
			await relay.exited;
		},
	};
}
