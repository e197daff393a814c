import { verifySession } from "@oh-my-pi/pi-session/operations/verify-session";
import type { SessionsContext } from "./context.ts";

/** Reports problems of sessions; the exit code is 1 if there are any. */
export async function verifySessions({ environment, files, io, json }: SessionsContext): Promise<number> {
	const reports = [];
	for (const file of files) {
		const verification = await verifySession(environment, file);
		if (verification) reports.push({ file, entryCount: verification.entryCount, problems: verification.problems });
	}
	const damaged = reports.filter(({ problems }) => problems.length > 0);
	if (json) {
		await io.stdout.write(`${JSON.stringify({ sessions: reports }, null, 2)}\n`);
		return damaged.length > 0 ? 1 : 0;
	}
	for (const { file, problems } of damaged) {
		await io.stdout.write(`${file}\n`);
		for (const { message } of problems) await io.stdout.write(`  ${message}\n`);
	}
	await io.stdout.write(`${reports.length} sessions checked, ${damaged.length} with problems\n`);
	return damaged.length > 0 ? 1 : 0;
}
