import { join } from "node:path";
import type { Skill } from "./capabilities/skills.ts";
import type { Found, LoadContext, LoadResult } from "./capability.ts";
import { frontmatterProblem, parseFrontmatter, textField } from "./frontmatter.ts";
import { ignoredIn, maxFilesPerFolder, type ScannedFolder, tooMany } from "./scan-folders.ts";

/** The skills in these folders: `<folder>/<name>/SKILL.md`, one level deep. */
export async function skillFiles(
	provider: { readonly id: string; readonly displayName: string },
	folders: readonly ScannedFolder[],
	{ files }: Pick<LoadContext, "files">,
	{ needsDescription = false }: { readonly needsDescription?: boolean } = {},
): Promise<LoadResult<Skill>> {
	const existing = folders.filter(({ path }) => files.isFolder(path));
	if (existing.length === 0) return { items: [] };
	const warnings: string[] = [];
	const found = await Promise.all(
		existing.map(async ({ path: folder, level }) => {
			const shown = ((await files.names(folder)) ?? []).filter((name) => !name.startsWith("."));
			const isIgnored = await ignoredIn(level, folder, shown);
			const names = shown.filter((name) => !isIgnored(name, true));
			warnings.push(...tooMany(folder, names.length));
			return Promise.all(
				names.slice(0, maxFilesPerFolder).map(async (folderName): Promise<Found<Skill>[]> => {
					const path = join(folder, folderName, "SKILL.md");
					const content = await files.text(path);
					if (content === undefined) return [];
					const { fields, broken } = parseFrontmatter(content);
					if (broken !== undefined) warnings.push(await frontmatterProblem(path, broken));
					const description = textField(fields.description);
					const skill: Found<Skill> = {
						name: textField(fields.name) ?? folderName,
						path,
						content,
						level,
						frontmatter: fields,
						...(description !== undefined && { description }),
						isHidden: fields.hide === true || fields.disableModelInvocation === true,
						needsDescription,
						_source: { provider: provider.id, providerName: provider.displayName, path, level },
					};
					return [skill];
				}),
			);
		}),
	);
	return { items: found.flat(2), warnings };
}
