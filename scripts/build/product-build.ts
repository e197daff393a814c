import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { checkScript } from "./check-script.ts";
import { compileProduct, removeUnused } from "./compile-product.ts";
import { effectiveTime, listInputs } from "./inputs.ts";

/**
 * Builds `dist/omp` and, for the launcher, a check whether any of its sources changed since. A build that fails or is killed leaves
 * the previous executable, or the new one with the check of the previous, which finds it outdated. Running sessions keep theirs.
 */
export async function buildProduct(root: string, { keepsUnused = true } = {}): Promise<{ bytes: number }> {
	const startedAt = new Date();
	const dist = join(root, "dist");
	const scratch = join(dist, `tmp.${process.pid}`);
	await mkdir(scratch, { recursive: true });
	await removeLeftovers(dist, startedAt);
	try {
		const metafile = await compileProduct(root, join(scratch, "omp"), join(scratch, "packed"));
		const inputs = await listInputs(root, metafile);
		await writeFile(join(scratch, "inputs"), inputs.map((path) => `${path}\0`).join(""));
		const time = await effectiveTime(root, inputs, startedAt, new Date());
		await utimes(join(scratch, "inputs"), time, time);
		await writeFile(join(scratch, "check.sh"), checkScript());
		for (const name of ["omp", "check.sh", "inputs"]) await rename(join(scratch, name), join(dist, name));
		if (!keepsUnused) await removeUnused(root, join(scratch, "packed"), metafile);
		return { bytes: (await stat(join(dist, "omp"))).size };
	} finally {
		await rm(scratch, { recursive: true, force: true });
	}
}

const LEFTOVER_AGE_MS = 10 * 60_000;

/** What a killed build left behind. A recent one may belong to a build under way. */
async function removeLeftovers(dist: string, now: Date): Promise<void> {
	for (const name of await readdir(dist)) {
		if (!name.startsWith("tmp.")) continue;
		const path = join(dist, name);
		if (now.getTime() - (await stat(path)).mtimeMs > LEFTOVER_AGE_MS) await rm(path, { recursive: true, force: true });
	}
}
