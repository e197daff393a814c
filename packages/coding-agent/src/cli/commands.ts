import { features } from "../features/features.ts";
import type { CommandEntry } from "../startup/command-entry.ts";
import { featureCommand } from "./command/command-ports.ts";
import { diagnosticCommands } from "./diagnostic-commands.ts";

export const commands: readonly CommandEntry[] = [
	{
		name: "launch",
		summary: "Start a session, as omp does without a command",
		load: async () => (await import("./commands/launch/launch.ts")).launch,
		completionSpec: async () => ({ flags: (await import("../startup/flags.data.ts")).launchFlags }),
	},
	{
		name: "config",
		summary: "Show and change settings",
		isCommon: true,
		load: async () => (await import("./commands/config/config.ts")).config,
		completionSpec: async () => ({
			flags: (await import("./commands/config/config-flags.data.ts")).configFlags,
			actions: ["list", "get", "set", "reset", "unset", "path", "init-xdg"],
			dynamic: "settings",
		}),
	},
	{
		name: "models",
		summary: "List models, prices and missing credentials",
		isCommon: true,
		load: async () => (await import("./commands/models/models.ts")).models,
		completionSpec: async () => ({
			flags: (await import("./commands/models/models.ts")).flags,
			actions: ["ls", "find", "refresh"],
			dynamic: "providers",
		}),
	},
	{
		name: "setup",
		summary: "Choose providers, a model, icons and a theme",
		load: async () => (await import("./commands/setup.ts")).setup,
		completionSpec: async () => ({ flags: (await import("./commands/setup.ts")).flags }),
	},
	{
		name: "trust",
		summary: "Review and trust project files",
		load: async () => (await import("./commands/trust.ts")).trust,
		completionSpec: async () => ({
			flags: (await import("./commands/trust.ts")).flags,
			actions: [...(await import("./commands/trust.ts")).trustActions],
		}),
	},
	{
		name: "plugin",
		summary: "Install and manage plugins and marketplaces",
		load: async () => (await import("./commands/plugin/plugin.ts")).plugin,
		completionSpec: async () => ({
			flags: (await import("./commands/plugin/plugin-flags.data.ts")).pluginFlags,
			actions: Object.keys((await import("./commands/plugin/plugin.ts")).pluginActions),
		}),
	},
	{
		name: "worktree",
		summary: "Show and remove the copies of isolated sub-agents",
		load: async () => (await import("./commands/worktree.ts")).worktree,
		completionSpec: async () => ({ flags: (await import("./commands/worktree.ts")).flags, actions: ["list", "clear"] }),
	},
	{
		name: "wt",
		summary: "The same as worktree",
		isAlias: true,
		load: async () => (await import("./commands/worktree.ts")).worktree,
		completionSpec: async () => ({ flags: (await import("./commands/worktree.ts")).flags, actions: ["list", "clear"] }),
	},
	{
		name: "commit",
		summary: "Write a commit message and commit",
		load: async () => (await import("./commands/commit/commit.ts")).commit,
		completionSpec: async () => ({ flags: (await import("./commands/commit/commit.ts")).flags }),
	},
	{
		name: "agents",
		summary: "List sub-agents, and export the built-in ones",
		load: async () => (await import("./commands/agents.ts")).agents,
		completionSpec: async () => ({
			flags: (await import("./commands/agents.ts")).flags,
			actions: [...(await import("./commands/agents.ts")).agentActions],
		}),
	},
	{
		name: "install",
		summary: "Install a plugin: the same as omp plugin install",
		isAlias: true,
		load: async () => (await import("./commands/plugin/plugin.ts")).installCommand,
		completionSpec: async () => ({ flags: (await import("./commands/plugin/plugin-flags.data.ts")).pluginFlags }),
	},
	{
		name: "acp",
		summary: "Serve an editor over the Agent Client Protocol",
		load: async () => (await import("./commands/acp.ts")).acp,
		completionSpec: async () => ({ flags: (await import("../startup/flags.data.ts")).launchFlags }),
	},
	{
		name: "login",
		summary: "Log in to a provider",
		isCommon: true,
		load: async () => (await import("./commands/login/login.ts")).login,
		completionSpec: async () => ({ flags: (await import("./commands/login/login.ts")).flags, dynamic: "providers" }),
	},
	{
		name: "logout",
		summary: "Remove a stored login or key",
		load: async () => (await import("./commands/login/logout.ts")).logout,
		completionSpec: async () => ({ flags: (await import("./commands/login/logout.ts")).flags, dynamic: "providers" }),
	},
	{
		name: "usage",
		summary: "Show the quotas of logged-in accounts",
		load: async () => (await import("./commands/usage.ts")).usage,
		completionSpec: async () => ({ flags: (await import("./commands/usage.ts")).flags, actions: ["invalidate"] }),
	},
	{
		name: "token",
		summary: "Print a provider's key or token",
		load: async () => (await import("./commands/login/token.ts")).token,
		completionSpec: async () => ({ flags: (await import("./commands/login/token.ts")).flags, dynamic: "providers" }),
	},
	{
		name: "sessions",
		summary: "List, check and repair sessions",
		isCommon: true,
		load: async () => (await import("./commands/sessions/sessions.ts")).sessions,
		completionSpec: async () => ({
			flags: (await import("./commands/sessions/sessions.ts")).flags,
			actions: ["list", "verify", "repair", "gc"],
			dynamic: "sessions",
		}),
	},
	...diagnosticCommands,
	{
		name: "shell",
		summary: "Try the shell that runs the model's commands",
		load: async () => (await import("./commands/shell/shell.ts")).shell,
		completionSpec: async () => ({ flags: (await import("./commands/shell/shell.ts")).flags }),
	},
	{
		name: "share",
		summary: "Upload a session, encrypted, and print a link",
		load: async () => (await import("./commands/share.ts")).share,
		completionSpec: async () => ({ flags: (await import("./commands/share.ts")).flags, dynamic: "sessions" }),
	},
	{
		name: "join",
		summary: "Join a session that somebody shares",
		load: async () => (await import("./commands/join.ts")).join,
		completionSpec: async () => ({ flags: (await import("./commands/join.ts")).flags }),
	},
	{
		name: "gc",
		summary: "Remove unused files and archive old sessions",
		load: async () => (await import("./commands/gc/gc.ts")).gc,
		completionSpec: async () => ({ flags: (await import("./commands/gc/gc.ts")).flags }),
	},
	{
		name: "update",
		summary: "Install the newest version",
		load: async () => (await import("./commands/update/update.ts")).update,
		completionSpec: async () => ({ flags: (await import("./commands/update/update.ts")).flags }),
	},
	{
		name: "completions",
		summary: "Print completions for bash, zsh or fish",
		load: async () => (await import("./commands/completions/completions.ts")).createCompletionsCommand(commands),
		completionSpec: async () => ({ flags: [], actions: ["bash", "zsh", "fish"] }),
	},
	...features.flatMap(({ cliCommands = [] }) => cliCommands.map(featureCommand)),
];

/** Actions that start a mode. A command of a feature cannot start one by itself, as modes import features. */
export const modeActions: ReadonlyArray<Pick<CommandEntry, "load"> & { readonly of: string; readonly action: string }> =
	[{ of: "mcp", action: "serve", load: async () => (await import("./commands/mcp-serve.ts")).mcpServe }];

/** Internal commands, not listed in the help. */
export const hiddenCommands: ReadonlyArray<Pick<CommandEntry, "name" | "load">> = [
	{ name: "__complete", load: async () => (await import("./commands/completions/complete.ts")).complete },
];
