import { thinkingLevels } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import { approvalModes } from "../settings/approval-mode.ts";
import { boxModes } from "../settings/box-mode.ts";

export type FlagKind = "boolean" | "string" | "list" | "optional";

export interface FlagDefinition {
	readonly name: string;
	readonly alias?: string;
	readonly kind: FlagKind;
	/** Placeholder of the value in the help text. */
	readonly value?: string;
	readonly values?: readonly string[];
	readonly help: string;
	/** Group in the long help. */
	readonly group?: FlagGroup;
	/** The feature is not there yet: the flag is ignored with a notice. */
	readonly notYet?: "ignored";
	/** Text in the short help, which shows only some flags. */
	readonly brief?: string;
}

export const flagGroups = ["Answering", "Model", "Session", "Prompt", "Tools", "Extensions", "Place"] as const;
export type FlagGroup = (typeof flagGroups)[number];

export const launchModes = ["text", "json", "rpc", "rpc-ui"] as const;
export const serviceTiers = ["none", "auto", "default", "flex", "scale", "priority"] as const;

/** The flags of a session, in the order the help shows them. */
// biome-ignore format: one flag a line
export const launchFlags = [
	{ name: "print", alias: "p", kind: "boolean", group: "Answering", help: "Print the answer and exit", brief: "Print the answer and exit" },
	{ name: "mode", kind: "string", value: "mode", values: launchModes, group: "Answering", help: "Output format: text, or JSON for programs" },
	{ name: "print-thoughts", kind: "boolean", group: "Answering", help: "Print the model's thinking too" },
	{ name: "max-time", kind: "string", value: "time", group: "Answering", help: "Stop after this long: 600, 5s, 10m or 1h" },
	{ name: "plain", kind: "boolean", group: "Answering", help: "Line by line, without a full-screen interface: for screen readers and simple terminals" },
	{ name: "hide-thinking", kind: "boolean", group: "Answering", help: "Do not show the model's thinking" },
	{ name: "model", kind: "string", value: "model", group: "Model", help: "Model or role: provider/id, an id or part of one, slow, with :level", brief: "Model: opus, openai/gpt-5.2, slow, sonnet:high" },
	{ name: "thinking", kind: "string", value: "level", values: thinkingLevels, group: "Model", help: "Thinking level", brief: "Thinking level: off, low, medium, high, max, …" },
	{ name: "smol", kind: "string", value: "model", group: "Model", help: "Model for small jobs in this run" },
	{ name: "slow", kind: "string", value: "model", group: "Model", help: "Model for hard thinking in this run" },
	{ name: "plan", kind: "string", value: "model", group: "Model", help: "Model for plan mode in this run" },
	{ name: "models", kind: "string", value: "a,b", group: "Model", help: "Models to cycle through, as names or patterns" },
	{ name: "provider", kind: "string", value: "id", group: "Model", help: "Provider of --model, or whose default model to use" },
	{ name: "api-key", kind: "string", value: "key", group: "Model", help: "Key for this run; never stored" },
	{ name: "service-tier", kind: "string", value: "tier", values: serviceTiers, group: "Model", help: "Service tier for OpenAI; none omits it" },
	{ name: "external-thinking", kind: "boolean", group: "Model", help: "Use a scratchpad instead of native reasoning", notYet: "ignored" },
	{ name: "advisor", kind: "boolean", group: "Model", help: "Let a second model advise in this run" },
	{ name: "prewalk", kind: "boolean", group: "Model", help: "Switch to a cheaper model after the first edit" },
	{ name: "no-prewalk", kind: "boolean", group: "Model", help: "Do not switch to a cheaper model" },
	{ name: "prewalk-into", kind: "string", value: "model", group: "Model", help: "The same, with the cheaper model (smol)" },
	{ name: "max-cost", kind: "string", value: "usd", group: "Model", help: "Stop before this run costs more, in USD" },
	{ name: "token-budget", kind: "string", value: "tokens", group: "Model", help: "Stop before this run uses more tokens: 50000, 200k or 1m" },
	{ name: "continue", alias: "c", kind: "boolean", group: "Session", help: "Continue the last session of this folder", brief: "Continue the last session of this folder" },
	{ name: "resume", alias: "r", kind: "optional", value: "id|path", group: "Session", help: "Resume a session by id or path, or choose one", brief: "Resume a session by id or path, or choose one" },
	{ name: "session", kind: "optional", value: "id|path", group: "Session", help: "The same as --resume" },
	{ name: "fork", kind: "string", value: "id|path", group: "Session", help: "Continue in a copy of a session" },
	{ name: "from-claude", kind: "boolean", group: "Session", help: "Choose and import a session of Claude Code", notYet: "ignored" },
	{ name: "from-codex", kind: "boolean", group: "Session", help: "Choose and import a session of Codex", notYet: "ignored" },
	{ name: "no-session", kind: "boolean", group: "Session", help: "Do not save the session" },
	{ name: "session-dir", kind: "string", value: "dir", group: "Session", help: "Folder of the session files" },
	{ name: "no-title", kind: "boolean", group: "Session", help: "Do not generate a title" },
	{ name: "export", kind: "string", value: "session", group: "Session", help: "Export a session as HTML: --export FILE [OUT]" },
	{ name: "provider-session-id", kind: "string", value: "id", group: "Session", help: "Session id sent to the provider" },
	{ name: "prompt-cache-key", kind: "string", value: "key", group: "Session", help: "Prompt cache key sent to the provider" },
	{ name: "system-prompt", kind: "string", value: "text|file", group: "Prompt", help: "Replace the system prompt" },
	{ name: "append-system-prompt", kind: "string", value: "text|file", group: "Prompt", help: "Add to the system prompt" },
	{ name: "tools", kind: "string", value: "a,b", group: "Tools", help: "Offer only these tools" },
	{ name: "no-tools", kind: "boolean", group: "Tools", help: "Offer no tools" },
	{ name: "no-pty", kind: "boolean", group: "Tools", help: "Do not run commands in a pseudo-terminal" },
	{ name: "no-lsp", kind: "boolean", group: "Tools", help: "Do not use language servers" },
	{ name: "approval-mode", kind: "string", value: "mode", values: approvalModes, group: "Tools", help: "Ask before writing and running, only before running, only before leaving the sandbox, or never", brief: "When to ask you: always-ask, write, auto or yolo" },
	{ name: "sandbox", kind: "string", value: "mode", values: boxModes, group: "Tools", help: "What commands may write: the workspace, nothing (read), or everything (off)" },
	{ name: "auto-approve", kind: "boolean", group: "Tools", help: "Never ask: the same as --approval-mode yolo" },
	{ name: "yolo", kind: "boolean", group: "Tools", help: "The same as --auto-approve" },
	{ name: "plan-yolo", kind: "boolean", group: "Tools", help: "Plan first, and execute the first plan without a review" },
	{ name: "plan-yolo-into", kind: "string", value: "model", group: "Tools", help: "The same, with the model that executes the plan (smol)" },
	{ name: "hook", kind: "list", value: "file", group: "Extensions", help: "Load a hook: the same as --extension" },
	{ name: "extension", alias: "e", kind: "list", value: "file", group: "Extensions", help: "Load an extension: a file or folder" },
	{ name: "plugin-dir", kind: "list", value: "dir", group: "Extensions", help: "Load the plugin in a folder, for this run" },
	{ name: "skills", kind: "string", value: "globs", group: "Extensions", help: "Use only these skills: git-*,docker" },
	{ name: "no-extensions", kind: "boolean", group: "Extensions", help: "Do not look for extensions" },
	{ name: "no-skills", kind: "boolean", group: "Extensions", help: "Do not look for skills" },
	{ name: "no-rules", kind: "boolean", group: "Extensions", help: "Do not look for rules" },
	{ name: "cwd", kind: "string", value: "dir", group: "Place", help: "Work in this folder" },
	{ name: "debug", kind: "boolean", group: "Place", help: "Show failures that are otherwise ignored, with stack traces, and where they are logged" },
	{ name: "add-dir", kind: "list", value: "dir", group: "Place", help: "Add a working directory" },
	{ name: "allow-home", kind: "boolean", group: "Place", help: "Allow working in the home folder" },
	{ name: "trust", kind: "boolean", group: "Place", help: "Trust this version of the project's files (settings, .env, prompts) for this run" },
	{ name: "trust-required", kind: "boolean", group: "Place", help: "Exit with the list if something of the project is not trusted" },
	{ name: "trust-lock", kind: "string", value: "file", group: "Place", help: "Accept what this file lists; made by omp trust lock" },
	{ name: "config", kind: "list", value: "file", group: "Place", help: "Additional settings file; overrides all others" },
	{ name: "profile", kind: "string", value: "name", group: "Place", help: "Use a separate set of settings, sessions and keys" },
	{ name: "alias", kind: "string", value: "command", group: "Place", help: "Create a shell command that starts omp with --profile, and exit" },
	{ name: "help", alias: "h", kind: "boolean", group: "Place", help: "Show help: --help all, --help <topic>" },
	{ name: "version", alias: "v", kind: "boolean", group: "Place", help: "Show the version" },
] as const satisfies readonly FlagDefinition[];

export type LaunchFlag = (typeof launchFlags)[number]["name"];
