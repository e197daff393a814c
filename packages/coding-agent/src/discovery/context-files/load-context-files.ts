import { importClaim } from "../../trust/file-claims.ts";
import { type ContextFile, contextFiles } from "../capabilities/context-files.ts";
import type { LoadContext } from "../contract/capability.ts";
import type { CapabilityRegistry } from "../contract/capability-registry.ts";
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
	const expanded = await Promise.all(
		inPromptOrder(items).map(async ({ path, content, level, depth }): Promise<ContextFile> => {
			const ports = { home: context.home, read: (file: string) => importable(file, path, level, context) };
			const text = (await expandImports(content, path, ports)).trim();
			return { path, content: text, level, ...(depth !== undefined && { depth }) };
		}),
	);
	return { files: withoutCopies(expanded), warnings: [...warnings, ...context.files.problems] };
}

/** The text of an imported file. What a project imports from outside needs trust. */
async function importable(
	path: string,
	from: string,
	level: ContextFile["level"],
	{ files, gate }: LoadContext,
): Promise<string | undefined> {
	const text = await files.text(path);
	if (text === undefined || level === "user") return text;
	const claim = importClaim(gate.project, path, from, text);
	return claim && !gate.admits(claim) ? undefined : text;
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
