import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Makes the source maps in a folder say where code came from without the code: an uncaught error in a program of a user then shows
 * names, files and lines, and none of the library's lines, of which one has kilobytes. Nothing of this machine stays in them.
 */
export async function shortenMaps(folder: string): Promise<void> {
	const names = (await readdir(folder)).filter((name) => name.endsWith(".js.map"));
	await Promise.all(
		names.map(async (name) => {
			const path = join(folder, name);
			await writeFile(path, shortMap(await readFile(path, "utf8")));
		}),
	);
}

export function shortMap(text: string): string {
	const { version, sources, mappings } = JSON.parse(text) as { version: number; sources: string[]; mappings: string };
	return JSON.stringify({
		version,
		sources: sources.map(publicName),
		// Bun reads the minified file where a source is empty or missing.
		sourcesContent: sources.map(() => " "),
		mappings,
		names: [],
	});
}

/** `omp/coding-agent/src/start.ts`, `node_modules/zod/index.js` */
function publicName(source: string): string {
	const inModules = source.lastIndexOf("node_modules/");
	if (inModules !== -1) return source.slice(inModules);
	const own = /(?:^|\/)packages\/(.+)$/.exec(source)?.[1];
	return own === undefined ? (source.split("/").at(-1) ?? "") : `omp/${own}`;
}
