import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** The result of a share script. */
export interface Shared {
	readonly url?: string;
	readonly message?: string;
}

/** The user's own share script. */
export async function findShareScript(agentDir: string): Promise<string | undefined> {
	for (const name of ["share.ts", "share.js", "share.mjs"]) {
		if (await Bun.file(join(agentDir, name)).exists()) return join(agentDir, name);
	}
	return undefined;
}

/** Runs the script with an HTML export of the session, which is deleted afterwards. */
export async function runShareScript(
	script: string,
	options: { readonly tempRoot: string; readonly writePage: (folder: string) => Promise<string> },
): Promise<Shared> {
	const folder = await mkdtemp(join(options.tempRoot, "omp-share-"));
	try {
		const { default: share } = (await import(pathToFileURL(script).href)) as { default?: unknown };
		if (typeof share !== "function") throw new Error(`${script} has no default export that is a function`);
		const result: unknown = await share(await options.writePage(folder));
		return typeof result === "string" ? { url: result } : ((result ?? {}) as Shared);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
