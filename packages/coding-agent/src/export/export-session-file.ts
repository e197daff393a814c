import { readdir } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { readSession } from "@oh-my-pi/pi-session/open-session";
import type { SessionEnvironment } from "@oh-my-pi/pi-session/session-environment";
import { atomicWrite } from "@oh-my-pi/pi-utils/atomic-write";
import { defaultExportPath, type ExportedSession, exportedSession, sessionPage } from "./export-html.ts";

export type ExportOutcome = { readonly exportedTo: string } | { readonly missing: string };

/** Exports a session file as HTML; the session is opened read-only. */
export async function exportSessionFile(
	environment: SessionEnvironment,
	given: { file: string; output?: string | undefined },
): Promise<ExportOutcome> {
	const { cwd } = environment.host;
	const file = resolve(cwd, given.file);
	const log = readSession(environment, file);
	if (!log) return { missing: given.file };
	try {
		const output = given.output ? resolve(cwd, given.output) : defaultExportPath(file, cwd);
		const subSessions = await subSessionsOf(environment, log.artifactsDirectory);
		await atomicWrite(output, sessionPage({ ...exportedSession(log), subSessions }), { mode: 0o644 });
		return { exportedTo: output };
	} finally {
		await log.close();
	}
}

/** Logs of sub-agents beside the session, by file name. */
export async function subSessionsOf(
	environment: SessionEnvironment,
	folder: string | undefined,
): Promise<Record<string, ExportedSession>> {
	if (folder === undefined) return {};
	const names = await readdir(folder, { recursive: true }).catch(() => []);
	const found: Record<string, ExportedSession> = {};
	for (const name of names.filter((candidate) => candidate.endsWith(".jsonl"))) {
		const log = readSession(environment, join(folder, name));
		if (!log) continue;
		found[relative(folder, join(folder, name)).replace(/\.jsonl$/, "")] = exportedSession(log);
		await log.close();
	}
	return found;
}
