import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { SessionsContext } from "../sessions.ts";

/** A session that is being written may not have its reference on disk yet. */
const minAgeMs = 60 * 60 * 1000;
const reference = /blob:sha256:([0-9a-f]{64})/g;

/** Finds blobs that no session file of this agent folder refers to, and removes them when told to. */
export async function collectGarbage({ environment, io, json, apply }: SessionsContext): Promise<number> {
	const { agentDir, sessionDir, host } = environment;
	const used = new Set<string>();
	for (const root of [join(agentDir, "sessions"), ...(sessionDir ? [sessionDir] : [])]) await markUsed(root, used);
	const unused = await unusedBlobs(join(agentDir, "blobs"), used, host.now());
	if (apply) for (const { path } of unused) await rm(path, { force: true });
	const bytes = unused.reduce((sum, blob) => sum + blob.bytes, 0);
	if (json) {
		const report = { applied: apply, files: unused.map(({ path }) => path), bytes };
		await io.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
		return 0;
	}
	const what = `${unused.length} unreferenced files, ${(bytes / 1024 / 1024).toFixed(1)} MB`;
	const hint = apply || unused.length === 0 ? "" : " (add --apply to remove them)";
	await io.stdout.write(`${apply ? "Removed" : "Found"} ${what}${hint}\n`);
	return 0;
}

/** Damaged and set-aside files count too: what is in them may still be repaired. */
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

async function unusedBlobs(folder: string, used: ReadonlySet<string>, now: number) {
	const names = await readdir(folder).catch(() => []);
	const unused: Array<{ path: string; bytes: number }> = [];
	for (const name of names) {
		const hash = /^([0-9a-f]{64})(?:\.\w+)?$/.exec(name)?.[1];
		if (!hash || used.has(hash)) continue;
		const path = join(folder, name);
		const facts = await stat(path).catch(() => undefined);
		if (facts && now - facts.mtimeMs > minAgeMs) unused.push({ path, bytes: facts.size });
	}
	return unused;
}
