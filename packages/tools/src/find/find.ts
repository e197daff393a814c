import { defineTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { pathList } from "../paths/path-list.ts";
import type { UrlRouter } from "../urls/url-router.ts";
import type { FindDetails } from "./execute.ts";
import type { FileFinder } from "./file-finder.ts";
import prompt from "./prompt.md" with { type: "text" };

export interface FindDeps {
	readonly cwd: () => string;
	readonly home: string;
	readonly now: () => number;
	readonly finder: FileFinder;
	readonly urls?: UrlRouter;
	/** After this long, what was found so far is the answer. */
	readonly timeoutMs?: number;
}

const parameters = {
	type: "object",
	properties: {
		path: { type: "string", description: "Glob, file or folder; several with `;`" },
		hidden: { type: "boolean", description: "Dotfiles too (default true)" },
		gitignore: { type: "boolean", description: "Mind ignore files (default true)" },
		limit: { type: "number", description: "At most 200 (default)" },
	},
	additionalProperties: false,
} as const;

export function findTool(deps: FindDeps) {
	return defineTool<typeof parameters, FindDetails>({
		name: "find",
		label: "Find",
		prompt,
		parameters,
		unadvertised: { paths: pathList },
		approval: "read",
		loadMode: "essential",
		execute: async (params, call) => (await import("./execute.ts")).executeFind(params, call, deps),
	});
}
