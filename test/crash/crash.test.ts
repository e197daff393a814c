import { expect } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createAgentSession, SessionManager } from "@oh-my-pi/pi-coding-agent";
import { says, scriptedModel, scriptedModelRecord } from "@oh-my-pi/pi-testkit/scripted-model";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";

const kills = 220;

verifies(
	"context-management:invariant:kill-leaves-loadable-session",
	async () => {
		await using project = await workspace();
		const script = await bundledChild(project.file("bundle"));
		const seeds = Array.from({ length: kills }, (_, seed) => seed + 1);
		let turns = 0;
		const workers = [0, 1].map(async () => {
			for (let seed = seeds.pop(); seed !== undefined; seed = seeds.pop()) {
				const folder = project.file(`run-${seed}`);
				const promised = await killInTheMiddle(script, folder, seed);
				turns += promised.length;
				expect({ seed, ...(await reopen(folder, promised)) }).toEqual({ seed, lost: [], goesOn: true, keptOn: true });
			}
		});
		await Promise.all(workers);
		// Most processes must have been killed during a run, or the test proves little.
		expect(turns).toBeGreaterThan(kills);
	},
	300_000,
);

/** Bundled, because that starts much faster. */
async function bundledChild(outdir: string): Promise<string> {
	const entry = join(import.meta.dir, "crash-child.ts");
	const options = { target: "bun", splitting: true, loader: { ".md": "text" } } as const;
	const { outputs } = await Bun.build({ entrypoints: [entry], outdir, ...options });
	return outputs.find(({ kind }) => kind === "entry-point")?.path ?? entry;
}

/** Starts a conversation process, kills it at a random moment, and returns the turns that it had reported as ended. */
async function killInTheMiddle(script: string, folder: string, seed: number): Promise<string[]> {
	const child = Bun.spawn([process.execPath, script, folder, String(seed)], { stdout: "pipe", stderr: "inherit" });
	const { below: next } = seeded(seed * 7919);
	const linesBeforeKill = 1 + next(12);
	const delayMs = next(3) === 0 ? next(12) : 0;
	let output = "";
	for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
		output += chunk;
		if (child.killed || output.split("\n").length <= linesBeforeKill) continue;
		if (delayMs > 0) await Bun.sleep(delayMs);
		child.kill("SIGKILL");
	}
	await child.exited;
	return output.split("\n").slice(0, -1);
}

async function reopen(folder: string, promised: readonly string[]) {
	const { streamFn } = scriptedModel([says("After the crash.")]);
	const options = { cwd: folder, agentDir: join(folder, "agent"), model: scriptedModelRecord, streamFn };
	const names = readdirSync(join(folder, "sessions")).filter((name) => name.endsWith(".jsonl"));
	const file = join(folder, "sessions", names[0] ?? "");
	const sessionManager = await SessionManager.open(file);
	const { session } = await createAgentSession({ ...options, sessionManager });
	// All entries: after many turns the older ones are in the log, and no longer in the context.
	const found = JSON.stringify(sessionManager.getEntries());
	const lost = promised.filter((mark) => !found.includes(`${mark} `) && !found.includes(`"${mark}"`));
	await session.prompt("And now?");
	const goesOn = session.getLastAssistantText() === "After the crash.";
	await session.dispose();
	await using again = await SessionManager.open(file);
	const keptOn = JSON.stringify(again.buildSessionContext().messages.at(-1)).includes("After the crash.");
	return { lost, goesOn, keptOn };
}
