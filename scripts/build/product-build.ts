import { createHash } from "node:crypto";
import { exists, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { effectiveTime, inputsScript, listInputs } from "./inputs.ts";
import { productOptions } from "./product-options.ts";

/**
 * Builds the product into `dist/<id>/` and points `dist/current` at it. The id is that of what came out, so a build that
 * exists already is only pointed at; the last few stay for sessions that still run from them.
 */
export async function buildProduct(
	root: string,
	bun = process.execPath,
): Promise<{ id: string; isNew: boolean; bytes: number }> {
	const startedAt = new Date();
	const dist = join(root, "dist");
	const scratch = join(dist, `tmp.${process.pid}`);
	await mkdir(dist, { recursive: true });
	await removeLeftovers(dist, startedAt);
	try {
		const { metafile } = await Bun.build({ ...productOptions(root), outdir: scratch, splitting: true });
		if (!metafile) throw new Error("Bun.build gave no metafile");
		const inputs = await listInputs(root, metafile);
		await writeFile(join(scratch, "inputs.sh"), inputsScript(inputs));
		await writeFile(join(scratch, "metafile.json"), JSON.stringify(metafile));
		const id = await contentId(scratch);
		const isNew = await moveUnlessThere(scratch, join(dist, id));
		const time = await effectiveTime(root, inputs, startedAt, new Date());
		await point(dist, `${id} ${fromRoot(root, bun)}\n`, time);
		await removeOldBuilds(dist, id);
		const bytes = Object.values(metafile.outputs).reduce((sum, output) => sum + output.bytes, 0);
		return { id, isNew, bytes };
	} finally {
		await rm(scratch, { recursive: true, force: true });
	}
}

async function contentId(directory: string): Promise<string> {
	const hash = createHash("sha256");
	for (const name of (await readdir(directory)).sort()) hash.update(name).update(await readFile(join(directory, name)));
	return hash.digest("hex").slice(0, 12);
}

async function moveUnlessThere(scratch: string, target: string): Promise<boolean> {
	if (await exists(target)) return false;
	await rename(scratch, target);
	return true;
}

/** Relative when Bun is the project's own, so that the checkout can be moved. */
function fromRoot(root: string, bun: string): string {
	const path = relative(root, bun);
	return path.startsWith("..") ? bun : path;
}

async function point(dist: string, line: string, time: Date): Promise<void> {
	const pointer = join(dist, `tmp.${process.pid}.current`);
	await writeFile(pointer, line);
	await utimes(pointer, time, time);
	await rename(pointer, join(dist, "current"));
}

const KEPT_BUILDS = 3;
const LEFTOVER_AGE_MS = 10 * 60_000;

async function removeOldBuilds(dist: string, currentId: string): Promise<void> {
	const others = await agesIn(dist, (name) => /^[0-9a-f]{12}$/.test(name) && name !== currentId);
	const surplus = others.sort((a, b) => b.modifiedMs - a.modifiedMs).slice(KEPT_BUILDS - 1);
	for (const { path } of surplus) await rm(path, { recursive: true, force: true });
}

/** What a killed build left behind. A recent one may belong to a build under way. */
async function removeLeftovers(dist: string, now: Date): Promise<void> {
	for (const { path, modifiedMs } of await agesIn(dist, (name) => name.startsWith("tmp."))) {
		if (now.getTime() - modifiedMs > LEFTOVER_AGE_MS) await rm(path, { recursive: true, force: true });
	}
}

async function agesIn(
	directory: string,
	isWanted: (name: string) => boolean,
): Promise<{ path: string; modifiedMs: number }[]> {
	const paths = (await readdir(directory)).filter(isWanted).map((name) => join(directory, name));
	return Promise.all(paths.map(async (path) => ({ path, modifiedMs: (await stat(path)).mtimeMs })));
}
