import type { ContextFile } from "../capabilities/context-files.ts";
import type { Found, LoadContext, LoadResult } from "../contract/capability.ts";

/** A candidate file and its metadata. */
export interface PossibleFile {
	readonly path: string;
	readonly level: "user" | "project";
	readonly depth?: number;
}

/** The existing, non-empty files, in order. */
export async function foundFiles(
	provider: { readonly id: string; readonly displayName: string },
	candidates: readonly PossibleFile[],
	{ files }: Pick<LoadContext, "files">,
): Promise<LoadResult<ContextFile>> {
	const read = await Promise.all(
		candidates.map(async ({ path, level, depth }): Promise<Found<ContextFile>[]> => {
			const content = await files.text(path);
			if (content === undefined || content.trim() === "") return [];
			const _source = { provider: provider.id, providerName: provider.displayName, path, level };
			return [{ path, content, level, ...(depth !== undefined && { depth }), _source }];
		}),
	);
	return { items: read.flat() };
}
