import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { type SessionEnvironment, sessionDirectory } from "@oh-my-pi/pi-session/session-environment";
import type { SessionChoice } from "./open-session.ts";

/** The file of the session to go on with; `undefined` when there is none yet. */
export async function findSession(
	environment: SessionEnvironment,
	_choice: SessionChoice,
): Promise<string | undefined> {
	const folder = sessionDirectory(environment, environment.host.cwd);
	const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".jsonl"));
	const files = await Promise.all(
		names.map(async (name) => ({ path: join(folder, name), modifiedMs: (await stat(join(folder, name))).mtimeMs })),
	);
	return files.sort((a, b) => b.modifiedMs - a.modifiedMs)[0]?.path;
}
