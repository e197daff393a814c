import { expect, test } from "bun:test";
import { join } from "node:path";
import { createAgentSession, SessionManager } from "@oh-my-pi/pi-coding-agent";
import { says, scriptedModel, scriptedModelRecord } from "@oh-my-pi/pi-testkit/scripted-model";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { random } from "./random.ts";

const sessionsPerProcess = 10;
const processes = 21;

interface Killed {
	/** The turns that were announced as ended, by session file. */
	readonly promised: ReadonlyMap<string, readonly string[]>;
	readonly folder: string;
}

test(`whatever moment of ${sessionsPerProcess * processes} a process is killed in, every turn announced as ended is there and the session goes on`, async () => {
	await using project = await workspace();
	const seeds = Array.from({ length: processes }, (_, seed) => seed + 1);
	let points = 0;
	const workers = [0, 1].map(async () => {
		for (let seed = seeds.pop(); seed !== undefined; seed = seeds.pop()) {
			const killed = await killInTheMiddle(project.file(`run-${seed}`), seed);
			for (const [file, marks] of killed.promised) {
				points++;
				expect(await reopen(file, marks, killed.folder)).toEqual({ file, lost: [], goesOn: true, keptOn: true });
			}
		}
	});
	await Promise.all(workers);
	expect(points).toBeGreaterThanOrEqual(200);
}, 120_000);

/** Lets a process converse and kills it at a random moment after every session has ended a turn. */
async function killInTheMiddle(folder: string, seed: number): Promise<Killed> {
	const script = join(import.meta.dir, "crash-child.ts");
	const child = Bun.spawn([process.execPath, script, folder, String(seed), String(sessionsPerProcess)], {
		stdout: "pipe",
		stderr: "inherit",
	});
	const next = random(seed * 7919);
	const linesBeforeKill = sessionsPerProcess + next(300);
	const begun = new Set<string>();
	let output = "";
	let lines = 0;
	for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
		output += chunk;
		lines += chunk.split("\n").length - 1;
		for (const line of chunk.split("\n")) begun.add(/"file":"([^"]+)"/.exec(line)?.[1] ?? "");
		if (lines >= linesBeforeKill && begun.size > sessionsPerProcess) {
			if (next(2) === 0) await Bun.sleep(next(4));
			child.kill("SIGKILL");
		}
	}
	await child.exited;
	const promised = new Map<string, string[]>();
	for (const line of output.split("\n").slice(0, -1)) {
		const { file, mark } = JSON.parse(line);
		promised.set(file, [...(promised.get(file) ?? []), mark]);
	}
	return { promised, folder };
}

async function reopen(file: string, marks: readonly string[], folder: string) {
	const { streamFn } = scriptedModel([says("After the crash.")]);
	const options = { cwd: folder, agentDir: join(folder, "agent"), model: scriptedModelRecord, streamFn };
	const { session } = await createAgentSession({ ...options, sessionManager: await SessionManager.open(file) });
	const found = JSON.stringify(session.messages);
	const lost = marks.filter((mark) => !found.includes(`${mark} `) && !found.includes(`"${mark}"`));
	await session.prompt("And now?");
	const goesOn = session.getLastAssistantText() === "After the crash.";
	await session.dispose();
	await using again = await SessionManager.open(file);
	const keptOn = JSON.stringify(again.buildSessionContext().messages.at(-1)).includes("After the crash.");
	return { file, lost, goesOn, keptOn };
}
