import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { SlashCommandFile } from "../capabilities/slash-commands.ts";
import type { Found, LoadContext, LoadResult } from "../contract/capability.ts";
import { type ScannedFolder, scanFolders } from "./scan-folders.ts";

export interface CommandOptions {
	/** Includes subfolders, whose commands are also named `folder:command`. */
	readonly isRecursive?: boolean;
	/** A name that the file gives itself. */
	readonly named?: (content: string) => string | undefined;
	/** `.md` by default; not part of the name. */
	readonly suffix?: string;
	/** Makes a command file of ours from another format; throws with what is wrong with it. */
	readonly translate?: (content: string) => string;
}

/** The commands in these folders, in order. */
export async function commandFiles(
	provider: { readonly id: string; readonly displayName: string },
	folders: readonly ScannedFolder[],
	context: Pick<LoadContext, "files">,
	{ isRecursive = false, named, suffix = ".md", translate = (content) => content }: CommandOptions = {},
): Promise<LoadResult<SlashCommandFile>> {
	const { found, warnings } = await scanFolders(folders, context, { suffixes: [suffix], isRecursive });
	const problems = [...warnings];
	const items = found.flatMap(({ path, level, content: raw, within }): Found<SlashCommandFile>[] => {
		let content: string;
		try {
			content = translate(raw);
		} catch (error) {
			problems.push(`${path}: ${errorMessage(error)}`);
			return [];
		}
		const _source = { provider: provider.id, providerName: provider.displayName, path, level };
		const parts = within.with(-1, (within.at(-1) ?? "").slice(0, -suffix.length));
		const name = named?.(content) ?? parts.at(-1) ?? "";
		const aliases = parts.length > 1 ? [parts.join(":")] : [];
		return [name, ...aliases].map((each) => ({ name: each, path, content, level, _source }));
	});
	return { items, warnings: problems };
}
