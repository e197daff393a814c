import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { SessionEnvironment } from "@oh-my-pi/pi-session/log/session-environment";

export interface UnusedBlob {
	readonly path: string;
	readonly bytes: number;
}

/** Grace period: an open session may not have flushed its reference yet. */
const minAgeMs = 60 * 60 * 1000;
const reference = /blob:sha256:([0-9a-f]{64})/g;

/** Blobs that no session file of this agent folder refers to, archived ones included. */
export async function unusedBlobs({
	agentDir,
	sessionDir,
	host,
}: Pick<SessionEnvironment, "agentDir" | "sessionDir" | "host">): Promise<UnusedBlob[]> {
	const used = new Set<string>();
	const roots = [join(agentDir, "sessions"), archiveRoot(agentDir), ...(sessionDir ? [sessionDir] : [])];
	for (const root of roots) await markUsed(root, used);
	return findUnused(join(agentDir, "blobs"), used, host.now());
}

/** Folder of archived sessions. */
export function archiveRoot(agentDir: string): string {
	return join(agentDir, "archive", "sessions");
}

/** Damaged and backup files count too, because they may be repaired. */
async function markUsed(root: string, used: Set<string>): Promise<void> {
	const names = await readdir(root, { recursive: true }).catch(() => []);
	for (const name of names.filter((candidate) => candidate.includes(".jsonl"))) {
		let rest = "";
		for await (const chunk of Bun.file(join(root, name)).stream().pipeThrough(new TextDecoderStream())) {
			const text = rest + chunk;
			for (const match of text.matchAll(reference)) if (match[1]) used.add(match[1]);
			rest = text.slice(-80);
		}
	}
}

async function findUnused(folder: string, used: ReadonlySet<string>, now: number): Promise<UnusedBlob[]> {
	const names = await readdir(folder).catch(() => []);
	const unused: UnusedBlob[] = [];
	for (const name of names) {
		const hash = /^([0-9a-f]{64})(?:\.\w+)?$/.exec(name)?.[1];
		if (!hash || used.has(hash)) continue;
		const path = join(folder, name);
		const facts = await stat(path).catch(() => undefined);
		if (facts && now - facts.mtimeMs > minAgeMs) unused.push({ path, bytes: facts.size });
	}
	return unused;
}
