import { readdir } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import type { SessionEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import { readSession } from "@oh-my-pi/pi-session/operations/open-session";
import { atomicWrite } from "@oh-my-pi/pi-utils/files/atomic-write";
import { defaultExportPath, type ExportedSession, exportedSession, sessionPage } from "./export-html.ts";

export type ExportOutcome = { readonly exportedTo: string } | { readonly missing: string };

/** Exports a session file as HTML; the session is opened read-only. */
export async function exportSessionFile(
	environment: SessionEnvironment,
	paths: { file: string; output?: string | undefined },
): Promise<ExportOutcome> {
	const { cwd } = environment.host;
	const file = resolve(cwd, paths.file);
	const log = readSession(environment, file);
	if (!log) return { missing: paths.file };
	try {
		const output = paths.output ? resolve(cwd, paths.output) : defaultExportPath(file, cwd);
		const subSessions = await loadSubSessions(environment, log.artifactsDirectory);
		await atomicWrite(output, sessionPage({ ...exportedSession(log), subSessions }), { mode: 0o644 });
		return { exportedTo: output };
	} finally {
		await log.close();
	}
}

/** Logs of sub-agents beside the session, by file name. */
export async function loadSubSessions(
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
