/**
 * What a project can bring that runs, redirects or loosens something, one line each. A kind that is not in this list cannot be
 * loaded from a project.
 */
export const trustKinds = {
	settings: "Settings",
	env: "Environment variables",
	"system-prompt": "System prompt",
	import: "Imports from outside the project",
	link: "Links to files outside the project",
	"git-config": "Programs run by git",
	"git-hook": "Git hooks",
	interpreter: "Interpreters",
	extension: "Extensions",
	"mcp-server": "MCP servers",
	hook: "Hooks",
	tool: "Custom tools",
	command: "Commands that run programs",
	plugins: "Plugins",
	agent: "Agents",
} as const;

/** A built-in kind, or one of a feature. */
export type TrustKind = keyof typeof trustKinds | (string & {});

/** A kind that a feature brings; its claims carry the title. */
export interface FeatureTrustKind {
	readonly kind: string;
	/** The heading of its claims. */
	readonly title: string;
}

/** The heading of a claim; `undefined` for a kind that nobody has declared. */
export function trustTitle({ kind, title }: { readonly kind: TrustKind; readonly title?: string }): string | undefined {
	return title ?? (Object.hasOwn(trustKinds, kind) ? trustKinds[kind as keyof typeof trustKinds] : undefined);
}
