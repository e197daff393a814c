import { join, relative, sep } from "node:path";
import { expandImports } from "../../../discovery/context-files/expand-imports.ts";
import type { LoadContext } from "../../../discovery/contract/capability.ts";
import { walk } from "../../../discovery/contract/load-context.ts";
import { importClaim, linkClaim } from "../../../trust/file-claims.ts";

export interface WatchdogFile {
	readonly path: string;
	readonly content: string;
	readonly level: "user" | "project";
}

const maxBytes = 256 * 1024;

/**
 * Every file of this name that counts in a folder: the user's first, then from the outermost folder to the nearest. Links that lead
 * out of the project need trust, as those of context files do.
 */
export async function findWatchdogFiles(name: string, context: LoadContext): Promise<WatchdogFile[]> {
	const { agentDir, gate, files } = context;
	const userPath = join(agentDir, name);
	const userText = await files.text(userPath, maxBytes);
	const user = userText === undefined ? [] : [{ path: userPath, content: userText, level: "user" as const }];
	const folders = walk(context)
		.toReversed()
		.filter((folder) => !isHidden(folder, context));
	const paths = folders.flatMap((folder) => [join(folder, name), join(folder, ".omp", name)]);
	const found = await Promise.all(
		paths.map(async (path) => {
			const content = path === userPath ? undefined : await files.text(path, maxBytes);
			if (content === undefined) return [];
			const link = linkClaim(gate.project, path, content);
			return link && !gate.admits(link) ? [] : [{ path, content, level: "project" as const }];
		}),
	);
	return [...user, ...found.flat()];
}

/** The text of each `WATCHDOG.md`, imports expanded. What a project imports from outside needs trust. */
export async function loadAttention(context: LoadContext): Promise<string[]> {
	const { home, files, gate } = context;
	const found = await findWatchdogFiles("WATCHDOG.md", context);
	const texts = await Promise.all(
		found.map(({ path, content, level }) =>
			expandImports(content, path, {
				home,
				async read(file) {
					const text = await files.text(file, maxBytes);
					if (text === undefined || level === "user") return text;
					const claim = importClaim(gate.project, file, path, text);
					return claim && !gate.admits(claim) ? undefined : text;
				},
			}),
		),
	);
	return texts.map((text) => text.trim()).filter((text) => text !== "");
}

/** A hidden folder on the way, other than `.omp`. */
function isHidden(folder: string, { repoRoot, home }: LoadContext): boolean {
	const way = relative(repoRoot ?? home, folder);
	return way.split(sep).some((part) => part.startsWith(".") && part !== ".omp" && !/^\.+$/.test(part));
}
