import { type ContextFile, contextFiles } from "../capabilities/context-files.ts";
import type { LoadContext } from "../capability.ts";
import type { CapabilityRegistry } from "../capability-registry.ts";
import { expandImports } from "./expand-imports.ts";

export interface LoadedContextFiles {
	/** In prompt order: later files take precedence. */
	readonly files: readonly ContextFile[];
	readonly warnings: readonly string[];
}

/** The context files of a folder, with imports expanded. */
export async function loadContextFiles(
	registry: CapabilityRegistry,
	context: LoadContext,
): Promise<LoadedContextFiles> {
	const { items, warnings } = await registry.load(contextFiles, context);
	const ports = { home: context.home, read: (path: string) => context.files.text(path) };
	const expanded = await Promise.all(
		inPromptOrder(items).map(async ({ path, content, level, depth }): Promise<ContextFile> => {
			const text = (await expandImports(content, path, ports)).trim();
			return { path, content: text, level, ...(depth !== undefined && { depth }) };
		}),
	);
	return { files: withoutCopies(expanded), warnings };
}

/** Outermost folder first, the user's files last. */
function inPromptOrder(items: readonly ContextFile[]): readonly ContextFile[] {
	const distance = ({ level, depth }: ContextFile) => (level === "user" ? -1 : (depth ?? 0));
	return items.toSorted((a, b) => distance(b) - distance(a));
}

function withoutCopies(files: readonly ContextFile[]): ContextFile[] {
	const last = new Map(files.map((file) => [file.content, file]));
	return files.filter((file) => last.get(file.content) === file);
}
