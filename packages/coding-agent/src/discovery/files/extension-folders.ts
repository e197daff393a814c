import { extname, join } from "node:path";
import type { ExtensionModule } from "../capabilities/extension-modules.ts";
import type { GeminiExtension } from "../capabilities/gemini-extensions.ts";
import type { Found, LoadContext, LoadResult } from "../contract/capability.ts";
import { maxFilesPerFolder, type ScannedFolder, tooMany } from "./scan-folders.ts";

interface Identity {
	readonly id: string;
	readonly displayName: string;
}

const endings = [".ts", ".js"];

/** The manifests in these folders: `<folder>/<name>/gemini-extension.json`, hidden folders too. */
export async function geminiManifests(
	provider: Identity,
	folders: readonly ScannedFolder[],
	{ files }: Pick<LoadContext, "files">,
): Promise<LoadResult<GeminiExtension>> {
	const items: Found<GeminiExtension>[] = [];
	const warnings: string[] = [];
	for (const { path: folder, level } of folders.filter(({ path }) => files.isFolder(path))) {
		const names = (await files.names(folder)) ?? [];
		warnings.push(...tooMany(folder, names.length));
		for (const name of names.slice(0, maxFilesPerFolder)) {
			const path = join(folder, name);
			const file = join(path, "gemini-extension.json");
			const text = await files.text(file);
			if (text === undefined) continue;
			const manifest = parsed(text);
			if (manifest === undefined) warnings.push(`Invalid JSON in ${file}`);
			if (!manifest) continue;
			items.push({
				name: manifestName(manifest) ?? name,
				path,
				level,
				manifest,
				_source: sourceOf(provider, file, level),
			});
		}
	}
	return { items, warnings };
}

/** The modules in these folders, one level deep. */
export async function moduleFiles(
	provider: Identity,
	folders: readonly ScannedFolder[],
	{ files }: Pick<LoadContext, "files">,
): Promise<LoadResult<ExtensionModule>> {
	const items: Found<ExtensionModule>[] = [];
	for (const { path: folder, level } of folders.filter(({ path }) => files.isFolder(path))) {
		const names = ((await files.names(folder)) ?? []).filter((name) => !name.startsWith("."));
		for (const name of names.slice(0, maxFilesPerFolder)) {
			const path = join(folder, name);
			const isModule = endings.includes(extname(name)) && !name.endsWith(".d.ts");
			const inner = files.isFolder(path) ? ((await files.names(path)) ?? []) : [];
			const index = endings.map((ending) => `index${ending}`).find((file) => inner.includes(file));
			if (index === undefined && !(isModule && !files.isFolder(path))) continue;
			const module = index === undefined ? path : join(path, index);
			const stem = index === undefined ? name.slice(0, -extname(name).length) : name;
			items.push({ name: stem, path: module, level, _source: sourceOf(provider, module, level) });
		}
	}
	return { items };
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

function manifestName(manifest: unknown): string | undefined {
	if (typeof manifest !== "object" || manifest === null || !("name" in manifest)) return undefined;
	return typeof manifest.name === "string" && manifest.name !== "" ? manifest.name : undefined;
}

function sourceOf({ id, displayName }: Identity, path: string, level: "user" | "project") {
	return { provider: id, providerName: displayName, path, level };
}
