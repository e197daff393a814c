import { basename, dirname, join } from "node:path";
import type { Skill } from "../capabilities/skills.ts";
import type { Found, LoadContext, LoadResult } from "../contract/capability.ts";
import { frontmatterProblem, parseFrontmatter, textField } from "./frontmatter.ts";
import { ignoredIn, maxFilesPerFolder, type ScannedFolder, tooMany } from "./scan-folders.ts";

interface Provider {
	readonly id: string;
	readonly displayName: string;
}

/** The skills in these folders: `<folder>/<name>/SKILL.md`, one level deep; with `mayBeSkills`, also those that are one. */
export async function skillFiles(
	provider: Provider,
	folders: readonly ScannedFolder[],
	{ files }: Pick<LoadContext, "files">,
	{
		needsDescription = false,
		mayBeSkills = false,
	}: { readonly needsDescription?: boolean; readonly mayBeSkills?: boolean } = {},
): Promise<LoadResult<Skill>> {
	const existing = folders.filter(({ path }) => files.isFolder(path));
	if (existing.length === 0) return { items: [] };
	const warnings: string[] = [];
	const found = await Promise.all(
		existing.map(async ({ path: folder, level }) => {
			const shown = ((await files.names(folder)) ?? []).filter((name) => !name.startsWith("."));
			if (mayBeSkills && shown.includes("SKILL.md")) {
				return [await readSkill(provider, { path: join(folder, "SKILL.md"), level }, files, needsDescription)];
			}
			const isIgnored = await ignoredIn(level, folder, shown);
			const names = shown.filter((name) => !isIgnored(name, true));
			warnings.push(...tooMany(folder, names.length));
			return Promise.all(
				names
					.slice(0, maxFilesPerFolder)
					.map((name) => readSkill(provider, { path: join(folder, name, "SKILL.md"), level }, files, needsDescription)),
			);
		}),
	);
	const read = found.flat(2);
	return {
		items: read.flatMap(({ skill }) => skill),
		warnings: [...warnings, ...read.flatMap(({ problem }) => problem)],
	};
}

/** A skill that is named by its file. */
export async function skillFile(
	provider: Provider,
	file: ScannedFolder,
	{ files }: Pick<LoadContext, "files">,
	{ needsDescription = false }: { readonly needsDescription?: boolean } = {},
): Promise<LoadResult<Skill>> {
	const { skill, problem } = await readSkill(provider, file, files, needsDescription);
	return { items: skill, warnings: problem };
}

async function readSkill(
	provider: Provider,
	{ path, level }: ScannedFolder,
	files: LoadContext["files"],
	needsDescription: boolean,
): Promise<{ readonly skill: Found<Skill>[]; readonly problem: string[] }> {
	const content = await files.text(path);
	if (content === undefined) return { skill: [], problem: [] };
	const { fields, broken } = parseFrontmatter(content);
	const description = textField(fields.description);
	const skill: Found<Skill> = {
		name: textField(fields.name) ?? basename(dirname(path)),
		path,
		content,
		level,
		frontmatter: fields,
		...(description !== undefined && { description }),
		isHidden: fields.hide === true || fields.disableModelInvocation === true,
		needsDescription,
		_source: { provider: provider.id, providerName: provider.displayName, path, level },
	};
	return { skill: [skill], problem: broken === undefined ? [] : [await frontmatterProblem(path, broken)] };
}
