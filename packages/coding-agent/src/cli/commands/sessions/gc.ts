import { rm } from "node:fs/promises";
import { unusedBlobs } from "../gc/unused-blobs.ts";
import type { SessionsContext } from "./context.ts";

/** Finds unreferenced blobs; removes them with --apply. */
export async function collectGarbage({ environment, io, json, apply }: SessionsContext): Promise<number> {
	const unused = await unusedBlobs(environment);
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
