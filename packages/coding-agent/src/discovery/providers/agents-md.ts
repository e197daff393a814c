import { basename, join } from "node:path";
import { contextFiles } from "../capabilities/context-files.ts";
import { type DiscoveryProvider, type LoadContext, loads } from "../contract/capability.ts";
import { ancestors, isInside, walk } from "../contract/load-context.ts";
import { foundFiles } from "../files/found-file.ts";

const identity = { id: "agents-md", displayName: "AGENTS.md" };

/** One per folder counts. */
const names = ["AGENTS.md", "CLAUDE.md", "GEMINI.md"] as const;

export const agentsMdProvider: DiscoveryProvider = {
	...identity,
	description: "AGENTS.md, else CLAUDE.md or GEMINI.md, in the working folder and above",
	priority: 10,
	loads: loads(contextFiles, (context) => {
		const candidates = folders(context).flatMap((folder, depth) =>
			basename(folder).startsWith(".")
				? []
				: names.map((name) => ({ path: join(folder, name), level: "project" as const, depth })),
		);
		return foundFiles(identity, candidates, context);
	}),
};

/** Below home, folders above the repository count too, because a repository may be part of a larger workspace. */
function folders(context: LoadContext): string[] {
	const { cwd, home, repoRoot } = context;
	if (repoRoot === undefined || repoRoot === home || !isInside(repoRoot, home)) return walk(context);
	return ancestors(cwd).slice(0, ancestors(cwd).indexOf(home));
}
