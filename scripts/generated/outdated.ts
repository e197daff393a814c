import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { GeneratedFile } from "./generated-file.ts";

/** The generated files that are out of date. */
export async function findOutdated(
	root: string,
	files: readonly GeneratedFile[],
): Promise<{ path: string; content: string }[]> {
	const fresh = await Promise.all(files.map(async (file) => ({ path: file.path, content: await file.generate() })));
	const kept = await Promise.all(fresh.map(({ path }) => readIfThere(join(root, path))));
	return fresh.filter(({ content }, index) => content !== kept[index]);
}

export async function writeOutdated(root: string, files: readonly GeneratedFile[]): Promise<string[]> {
	const outdated = await findOutdated(root, files);
	for (const { path, content } of outdated) {
		await mkdir(dirname(join(root, path)), { recursive: true });
		await Bun.write(join(root, path), content);
	}
	return outdated.map(({ path }) => path);
}

async function readIfThere(path: string): Promise<string | undefined> {
	const file = Bun.file(path);
	return (await file.exists()) ? file.text() : undefined;
}
