import { expect } from "bun:test";
import { join } from "node:path";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { openSession } from "../operations/open-session.ts";
import { fakeHost } from "../testing/fake-host.ts";
import { assistant, user } from "../testing/messages.ts";
import { fileEnvironment } from "./session-environment.ts";

const SEEDS = 60;
const CHILD = join(import.meta.dir, "../testing/crash-child.ts");

verifies(
	"sessions:persist:append-at-once",
	async () => {
		await using project = await workspace();
		const seeds = Array.from({ length: SEEDS }, (_, seed) => seed);
		const workers = [0, 1].map(async () => {
			for (let seed = seeds.pop(); seed !== undefined; seed = seeds.pop()) {
				expect(await killedSession(project.file(`agent-${seed}`), seed)).toEqual({ seed, lost: [], continues: true });
			}
		});
		await Promise.all(workers);
	},
	60_000,
);

async function killedSession(agentDir: string, seed: number) {
	const promised = await promisesBeforeKill(agentDir, seed);
	const [file = "", ...entries] = promised;
	const environment = fileEnvironment(fakeHost(), agentDir);
	const result = openSession(environment, file);
	if (result.kind !== "opened") return { seed, lost: promised, continues: false };
	const { log } = result;
	const lost = entries.filter((entry) => {
		const [id = "", length] = entry.split(" ");
		const found = log.findEntry(id);
		const expected = assistant("x".repeat(Number(length)));
		return found?.type !== "message" || !Bun.deepEquals(found.message, expected);
	});
	const next = log.appendMessage(user("after the crash"));
	await log.close();
	const again = openSession(environment, file);
	const continues =
		again.kind === "opened" &&
		again.log.leafId === next &&
		again.log.problems.length === 0 &&
		again.log.findEntry(next);
	if (again.kind === "opened") await again.log.close();
	return { seed, lost, continues: Boolean(continues) };
}

/** The complete lines that the child had printed when it was killed. */
async function promisesBeforeKill(agentDir: string, seed: number): Promise<string[]> {
	const child = Bun.spawn([process.execPath, CHILD, agentDir, String(seed)], { stdout: "pipe", stderr: "inherit" });
	const killAfterLines = 2 + seeded(seed * 7919 + 1).below(120);
	let output = "";
	for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
		output += chunk;
		if (output.split("\n").length > killAfterLines) child.kill("SIGKILL");
	}
	await child.exited;
	return output.split("\n").slice(0, -1);
}
