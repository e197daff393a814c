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
	"ssh-host": "SSH hosts",
	"lsp-config": "Language servers",
	hook: "Hooks",
	tool: "Custom tools",
	command: "Commands that run programs",
	plugins: "Plugins",
	agent: "Agents",
} as const;

export type TrustKind = keyof typeof trustKinds;

export function isTrustKind(name: string): name is TrustKind {
	return Object.hasOwn(trustKinds, name);
}
