import type { CommandEntry } from "./command-entry.ts";
import { diagnosticCommands } from "./diagnostic-commands.ts";

export const commands: readonly CommandEntry[] = [
	{
		name: "launch",
		summary: "Start a session, as omp does without a command",
		load: async () => (await import("./launch.ts")).launch,
		words: async () => ({ flags: (await import("../startup/flags.data.ts")).launchFlags }),
	},
	{
		name: "config",
		summary: "Show and change settings",
		isCommon: true,
		load: async () => (await import("./config.ts")).config,
		words: async () => ({
			flags: (await import("./config/config-flags.data.ts")).configFlags,
			actions: ["list", "get", "set", "reset", "unset", "path", "init-xdg"],
			dynamic: "settings",
		}),
	},
	{
		name: "models",
		summary: "List models, prices and missing credentials",
		isCommon: true,
		load: async () => (await import("./models.ts")).models,
		words: async () => ({
			flags: (await import("./models.ts")).flags,
			actions: ["ls", "find", "refresh"],
			dynamic: "providers",
		}),
	},
	{
		name: "setup",
		summary: "Choose providers, a model, icons and a theme",
		load: async () => (await import("./setup.ts")).setup,
		words: async () => ({ flags: (await import("./setup.ts")).flags }),
	},
	{
		name: "trust",
		summary: "Review and trust project files",
		load: async () => (await import("./trust.ts")).trust,
		words: async () => ({
			flags: (await import("./trust.ts")).flags,
			actions: [...(await import("./trust.ts")).trustActions],
		}),
	},
	{
		name: "plugin",
		summary: "Install and manage plugins and marketplaces",
		load: async () => (await import("./plugin.ts")).plugin,
		words: async () => ({
			flags: (await import("./plugin/plugin-flags.data.ts")).pluginFlags,
			actions: Object.keys((await import("./plugin.ts")).pluginActions),
		}),
	},
	{
		name: "worktree",
		summary: "Show and remove the copies of isolated sub-agents",
		load: async () => (await import("./worktree.ts")).worktree,
		words: async () => ({ flags: (await import("./worktree.ts")).flags, actions: ["list", "clear"] }),
	},
	{
		name: "wt",
		summary: "The same as worktree",
		isAlias: true,
		load: async () => (await import("./worktree.ts")).worktree,
		words: async () => ({ flags: (await import("./worktree.ts")).flags, actions: ["list", "clear"] }),
	},
	{
		name: "stats",
		summary: "Usage statistics: requests, tokens, cost, speed",
		load: async () => (await import("./stats.ts")).stats,
		words: async () => ({ flags: (await import("./stats.ts")).flags }),
	},
	{
		name: "commit",
		summary: "Write a commit message and commit",
		load: async () => (await import("./commit.ts")).commit,
		words: async () => ({ flags: (await import("./commit.ts")).flags }),
	},
	{
		name: "agents",
		summary: "List sub-agents, and export the built-in ones",
		load: async () => (await import("./agents.ts")).agents,
		words: async () => ({
			flags: (await import("./agents.ts")).flags,
			actions: [...(await import("./agents.ts")).agentActions],
		}),
	},
	{
		name: "mcp",
		summary: "Show, add, switch and test MCP servers, or run as one",
		load: async () => (await import("./mcp.ts")).mcp,
		words: async () => ({
			flags: (await import("./mcp.ts")).flags,
			actions: [...(await import("./mcp.ts")).mcpActions],
		}),
	},
	{
		name: "ssh",
		summary: "Show, add and remove SSH hosts",
		load: async () => (await import("./ssh.ts")).ssh,
		words: async () => ({
			flags: (await import("./ssh.ts")).flags,
			actions: [...(await import("./ssh.ts")).hostActions],
		}),
	},
	{
		name: "install",
		summary: "Install a plugin: the same as omp plugin install",
		isAlias: true,
		load: async () => (await import("./plugin.ts")).installCommand,
		words: async () => ({ flags: (await import("./plugin/plugin-flags.data.ts")).pluginFlags }),
	},
	{
		name: "acp",
		summary: "Serve an editor over the Agent Client Protocol",
		load: async () => (await import("./acp.ts")).acp,
		words: async () => ({ flags: (await import("../startup/flags.data.ts")).launchFlags }),
	},
	{
		name: "login",
		summary: "Log in to a provider",
		isCommon: true,
		load: async () => (await import("./login.ts")).login,
		words: async () => ({ flags: (await import("./login.ts")).flags, dynamic: "providers" }),
	},
	{
		name: "logout",
		summary: "Remove a stored login or key",
		load: async () => (await import("./logout.ts")).logout,
		words: async () => ({ flags: (await import("./logout.ts")).flags, dynamic: "providers" }),
	},
	{
		name: "usage",
		summary: "Show the quotas of logged-in accounts",
		load: async () => (await import("./usage.ts")).usage,
		words: async () => ({ flags: (await import("./usage.ts")).flags, actions: ["invalidate"] }),
	},
	{
		name: "token",
		summary: "Print a provider's key or token",
		load: async () => (await import("./token.ts")).token,
		words: async () => ({ flags: (await import("./token.ts")).flags, dynamic: "providers" }),
	},
	{
		name: "sessions",
		summary: "List, check and repair sessions",
		isCommon: true,
		load: async () => (await import("./sessions.ts")).sessions,
		words: async () => ({
			flags: (await import("./sessions.ts")).flags,
			actions: ["list", "verify", "repair", "gc"],
			dynamic: "sessions",
		}),
	},
	...diagnosticCommands,
	{
		name: "shell",
		summary: "Try the shell that runs the model's commands",
		load: async () => (await import("./shell.ts")).shell,
		words: async () => ({ flags: (await import("./shell.ts")).flags }),
	},
	{
		name: "share",
		summary: "Upload a session, encrypted, and print a link",
		load: async () => (await import("./share.ts")).share,
		words: async () => ({ flags: (await import("./share.ts")).flags, dynamic: "sessions" }),
	},
	{
		name: "gc",
		summary: "Remove unused files and archive old sessions",
		load: async () => (await import("./gc.ts")).gc,
		words: async () => ({ flags: (await import("./gc.ts")).flags }),
	},
	{
		name: "update",
		summary: "Install the newest version",
		load: async () => (await import("./update.ts")).update,
		words: async () => ({ flags: (await import("./update.ts")).flags }),
	},
	{
		name: "completions",
		summary: "Print completions for bash, zsh or fish",
		load: async () => (await import("./completions.ts")).completionsOf(commands),
		words: async () => ({ flags: [], actions: ["bash", "zsh", "fish"] }),
	},
];

/** Internal commands, not listed in the help. */
export const hiddenCommands: ReadonlyArray<Pick<CommandEntry, "name" | "load">> = [
	{ name: "__complete", load: async () => (await import("./complete.ts")).complete },
];
