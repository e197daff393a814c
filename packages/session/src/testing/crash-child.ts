import { writeSync } from "node:fs";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { fileEnvironment } from "../log/session-environment.ts";
import { createSession } from "../operations/create-session.ts";
import { fakeHost } from "./fake-host.ts";
import { assistant } from "./messages.ts";

/**
 * Appends to a new session until it is killed. Prints the file, then id and length of every entry whose append has
 * returned.
 */
const [agentDir = "", seed = "0"] = process.argv.slice(2);
const host = { ...fakeHost(), newId: () => Bun.randomUUIDv7() };
const log = createSession(fileEnvironment(host, agentDir), { cwd: host.cwd });
const { below: next } = seeded(Number(seed));
writeSync(1, `${log.file}\n`);
for (;;) {
	const length = next(8) === 0 ? next(300_000) : next(500);
	const id = log.appendMessage(assistant("x".repeat(length)));
	writeSync(1, `${id} ${length}\n`);
	if (next(10) === 0) void log.setName(`Name ${id}`);
	if (next(10) === 0) await log.flush();
	if (next(20) === 0) log.branch(id);
}
