import { repairSession } from "@oh-my-pi/pi-session/operations/repair-session";
import type { SessionsContext } from "./context.ts";

export async function repairSessions({ environment, files, io, json }: SessionsContext): Promise<number> {
	const results = files.map((file) => ({ file, ...repairSession(environment, file) }));
	if (json) await io.stdout.write(`${JSON.stringify({ sessions: results }, null, 2)}\n`);
	else for (const result of results) await io.stdout.write(`${result.file}: ${outcome(result)}\n`);
	return results.every(({ kind }) => kind === "sound" || kind === "repaired") ? 0 : 1;
}

function outcome(result: ReturnType<typeof repairSession>): string {
	switch (result.kind) {
		case "missing":
			return "no such file";
		case "in-use":
			return `in use by process ${result.holder.pid}; exit that omp first`;
		case "sound":
			return "nothing to repair";
		case "repaired":
			return `${result.keptEntries} entries kept, ${result.droppedLines} damaged lines left out; the old file is ${result.backup}`;
	}
}
