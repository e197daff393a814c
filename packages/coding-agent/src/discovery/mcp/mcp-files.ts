import type { McpServer } from "../capabilities/mcp-servers.ts";
import type { LoadContext, LoadResult } from "../contract/capability.ts";
import type { PossibleFile } from "../files/found-file.ts";
import type { McpOptions } from "./mcp-format.ts";

/** The servers in these files, in order. Without any file nothing else is loaded. */
export async function mcpFiles(
	provider: { readonly id: string; readonly displayName: string },
	candidates: readonly PossibleFile[],
	{ files }: Pick<LoadContext, "files">,
	options: McpOptions = {},
): Promise<LoadResult<McpServer>> {
	const existing = candidates.filter(({ path }) => files.isFile(path));
	if (existing.length === 0) return { items: [] };
	const { readMcpFile } = await import("./read-mcp-file.ts");
	const seen = new Set<string>();
	const chosen = existing.filter(({ level }) => !options.isFirstOnly || (!seen.has(level) && seen.add(level)));
	const results = await Promise.all(chosen.map((file) => readMcpFile(provider, file, files, options)));
	return {
		items: results.flatMap(({ items }) => items),
		warnings: results.flatMap(({ warnings }) => warnings ?? []),
	};
}
