import { expect } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { type Reply, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { type RpcFrame, rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

// Each run has the same seeds from 1 on; the full number takes minutes.
const kills = process.env.OMP_TEST_FULL === "1" ? 120 : 40;
const lastPrompt = "And now?";

verifies(
	"context-management:invariant:kill-leaves-loadable-session",
	async () => {
		await using omp = await ompProject({ otherwise: markedReplies(1) });
		const seeds = Array.from({ length: kills }, (_, seed) => seed + 1);
		let turns = 0;
		const workers = [0, 1].map(async () => {
			for (let seed = seeds.pop(); seed !== undefined; seed = seeds.pop()) {
				const folder = omp.files.file(`sessions-${seed}`);
				const ended = await killInTheMiddle(omp, folder, seed);
				turns += ended.length;
				expect({ seed, ...(await reopen(omp, folder, ended)) }).toEqual({
					seed,
					lost: [],
					reply: "After the crash.\n",
				});
			}
		});
		await Promise.all(workers);
		// Most processes must have been killed during a run, or the test proves little.
		expect(turns).toBeGreaterThan(kills);
	},
	600_000,
);

/** Short and long texts and tool calls, each with a number of its own. */
function markedReplies(seed: number): (body: Record<string, unknown>) => Reply {
	const { below: next } = seeded(seed);
	let turns = 0;
	return (body) => {
		if (JSON.stringify((body.messages as unknown[]).at(-1)).includes(lastPrompt)) return text("After the crash.");
		const mark = `turn-${++turns}.`;
		if (next(3) === 0) return toolCall("bash", { i: "Echo", command: `echo ${mark} ${"y".repeat(next(2000))}` });
		return text(`${mark} ${"x".repeat(next(6) === 0 ? next(60_000) : next(400))}`);
	};
}

/** Starts omp, kills it at a random moment, and returns the marks of the turns that it had reported as ended. */
async function killInTheMiddle(omp: OmpProject, folder: string, seed: number): Promise<string[]> {
	await using host = rpcHost(omp, { args: ["--session-dir", folder, "--auto-approve"] });
	const { below: next } = seeded(seed * 7919);
	const turnsBeforeKill = 1 + next(6);
	const delayMs = next(3) === 0 ? next(12) : 0;
	const framesOf = (type: string): RpcFrame[] => host.frames.filter((frame) => frame.type === type);
	for (let prompts = 0; framesOf("turn_end").length < turnsBeforeKill; prompts++) {
		host.send({ id: `p${prompts}`, type: "prompt", message: `prompt ${prompts}` });
		await until(() => framesOf("turn_end").length >= turnsBeforeKill || framesOf("agent_end").length > prompts, {
			timeoutMs: 30_000,
		});
	}
	if (delayMs > 0) await Bun.sleep(delayMs);
	host.kill("SIGKILL");
	await host.exited;
	return framesOf("turn_end").flatMap((frame) => /turn-\d+\./.exec(JSON.stringify(frame)) ?? []);
}

async function reopen(omp: OmpProject, folder: string, ended: readonly string[]) {
	const [name = ""] = readdirSync(folder).filter((file) => file.endsWith(".jsonl"));
	const file = join(folder, name);
	// In the file: after many turns the older ones are no longer in the context.
	const written = readFileSync(file, "utf8");
	const lost = ended.filter((mark) => !written.includes(mark));
	const { stdout } = await omp.run(["--resume", file, "-p", lastPrompt]);
	return { lost, reply: stdout };
}
