import { readdirSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { statOrUndefined } from "@oh-my-pi/pi-utils/files/stat-or-undefined";
import { activeParts, type PluginManifest, resolveInside } from "./plugin-manifest.ts";

/** A hook or a custom tool of a package. */
export interface PackageModule {
	readonly path: string;
	readonly kind: "hook" | "tool";
	/** `bash` for `bash.ts` and for `bash/index.ts`. */
	readonly name: string;
	/** In `disabledExtensions`. */
	readonly id: string;
}

interface ModulePackage {
	readonly path: string;
	readonly manifest?: PluginManifest | undefined;
	readonly enabledFeatures?: readonly string[] | null;
}

/** What is in the folders `hooks/pre`, `hooks/post` and `tools`, and in those that the manifest names. */
export function packageModules(root: ModulePackage, kind: "hook" | "tool"): readonly PackageModule[] {
	const modules =
		kind === "tool"
			? toolFolders(root).flatMap((folder) => modulesBelow(folder).map((path) => toolModule(path)))
			: hookFolders(root).flatMap(({ path: folder, type }) =>
					modulesBelow(folder, false).map((path) => hookModule(path, type)),
				);
	return modules.filter(({ path }, index) => modules.findIndex((other) => other.path === path) === index);
}

/** Folders and files with tools. */
export function toolFolders(root: ModulePackage): readonly string[] {
	return [join(root.path, "tools"), ...listed(root, "tools")];
}

export function hookFolders(
	root: ModulePackage,
): ReadonlyArray<{ readonly path: string; readonly type: "pre" | "post" }> {
	const folders = [join(root.path, "hooks"), ...listed(root, "hooks")];
	return (["pre", "post"] as const).flatMap((type) => folders.map((folder) => ({ path: join(folder, type), type })));
}

function listed({ path, manifest, enabledFeatures = null }: ModulePackage, part: "tools" | "hooks"): readonly string[] {
	const entries = manifest ? activeParts(manifest, enabledFeatures)[part] : [];
	return entries.flatMap((entry) => resolveInside(path, entry) ?? []);
}

function modulesBelow(path: string, withFolders = true): readonly string[] {
	const stats = statOrUndefined(path);
	if (stats?.isFile()) return isModule(path) ? [path] : [];
	if (!stats?.isDirectory()) return [];
	return readdirSync(path)
		.toSorted()
		.filter((name) => !name.startsWith("."))
		.flatMap((name) => {
			const inner = join(path, name);
			if (isModule(inner)) return isFile(inner) ? [inner] : [];
			const index = ["index.ts", "index.js"].map((file) => join(inner, file)).find(isFile);
			return withFolders && index !== undefined ? [index] : [];
		});
}

function toolModule(path: string): PackageModule {
	const stem = basename(path, extname(path));
	const name = stem === "index" ? basename(dirname(path)) : stem;
	return { path, kind: "tool", name, id: `tool:${name}` };
}

function hookModule(path: string, type: "pre" | "post"): PackageModule {
	const name = basename(path, extname(path));
	return { path, kind: "hook", name, id: `hook:${type}:${name}:${basename(path)}` };
}

function isModule(path: string): boolean {
	return [".ts", ".js"].includes(extname(path)) && !path.endsWith(".d.ts");
}

function isFile(path: string): boolean {
	return statOrUndefined(path)?.isFile() ?? false;
}
