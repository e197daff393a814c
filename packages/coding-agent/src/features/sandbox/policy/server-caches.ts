import { existsSync } from "node:fs";
import { join } from "node:path";
import { type PackageCache, packageCaches } from "./package-caches.data.ts";

const cacheRoot = "~/.cache/";

/**
 * Language servers keep indexes in the user's cache folder, which the box does not let them write: this names a folder of omp's in
 * its place. Caches of package managers that programs in the box may write stay where they are.
 */
export function serverCacheVariables(
	folder: string,
	{ home, env }: { readonly home: string; readonly env: Readonly<Record<string, string | undefined>> },
): Readonly<Record<string, string>> {
	const kept = packageCaches.flatMap(({ variable, folders, root }: PackageCache) => {
		const [first] = folders;
		if (variable === undefined || root !== undefined || env[variable] || !first?.startsWith(cacheRoot)) return [];
		const path = join(home, first.slice(2));
		return existsSync(path) ? [[variable, path] as const] : [];
	});
	return { ...Object.fromEntries(kept), XDG_CACHE_HOME: folder, GOPLSCACHE: join(folder, "gopls") };
}
