import { basename, join } from "node:path";
import type { SlashCommandFile } from "./capabilities/slash-commands.ts";
import type { Found, LoadContext, LoadResult } from "./capability.ts";

export interface CommandFolder {
	readonly path: string;
	readonly level: "user" | "project";
	/** Includes subfolders, whose commands are also named `folder:command`. */
	readonly isRecursive?: boolean;
}

/** The commands in these folders, in order; `named` may read a name from the file. */
export async function commandFiles(
	provider: { readonly id: string; readonly displayName: string },
	folders: readonly CommandFolder[],
	{ files }: Pick<LoadContext, "files">,
	named: (content: string) => string | undefined = () => undefined,
): Promise<LoadResult<SlashCommandFile>> {
	const found = await Promise.all(folders.map((folder) => markdownFiles(folder.path, files, folder.isRecursive)));
	const items = await Promise.all(
		found.flatMap((paths, index) =>
			paths.map(async (path): Promise<Found<SlashCommandFile>[]> => {
				const folder = folders[index];
				const content = await files.text(path);
				if (content === undefined || !folder) return [];
				const { level } = folder;
				const _source = { provider: provider.id, providerName: provider.displayName, path, level };
				const stem = basename(path, ".md");
				const within = path.slice(folder.path.length + 1, -".md".length).split("/");
				const names = named(content) ?? stem;
				const aliases = within.length > 1 ? [within.join(":")] : [];
				return [names, ...aliases].map((name) => ({ name, path, content, level, _source }));
			}),
		),
	);
	return { items: items.flat() };
}

async function markdownFiles(folder: string, files: LoadContext["files"], isRecursive = false): Promise<string[]> {
	const names = ((await files.names(folder)) ?? []).filter((name) => !name.startsWith("."));
	const own = names.filter((name) => name.endsWith(".md")).map((name) => join(folder, name));
	if (!isRecursive) return own;
	const inner = names.filter((name) => !name.includes("."));
	const deeper = await Promise.all(inner.map((name) => markdownFiles(join(folder, name), files, true)));
	return [...own, ...deeper.flat()];
}
