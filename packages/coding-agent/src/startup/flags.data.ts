import { thinkingLevels } from "@oh-my-pi/pi-ai/models/thinking-level";
import { approvalModes } from "../settings/approval-mode.ts";

export type FlagKind = "boolean" | "string" | "list" | "optional";

export interface FlagDefinition {
	readonly name: string;
	readonly alias?: string;
	readonly kind: FlagKind;
	/** How the value is called in the help text. */
	readonly value?: string;
	readonly values?: readonly string[];
	readonly help: string;
	/** Where the long help shows it. */
	readonly group?: FlagGroup;
	/** Among the few that the short help shows, with these words. */
	readonly brief?: string;
}

export const flagGroups = ["Answering", "Model", "Session", "Prompt", "Tools", "Place"] as const;
export type FlagGroup = (typeof flagGroups)[number];

export const launchModes = ["text", "json", "rpc", "rpc-ui"] as const;
export const serviceTiers = ["none", "auto", "default", "flex", "scale", "priority"] as const;

/** The flags of a session, in the order the help shows them. */
// biome-ignore format: one flag a line
export const launchFlags = [
	{ name: "print", alias: "p", kind: "boolean", group: "Answering", help: "Answer once on stdout and exit", brief: "Answer once and exit" },
	{ name: "mode", kind: "string", value: "mode", values: launchModes, group: "Answering", help: "What is written: text, or JSON for programs" },
	{ name: "print-thoughts", kind: "boolean", group: "Answering", help: "Print the model's thinking too" },
	{ name: "max-time", kind: "string", value: "time", group: "Answering", help: "Stop after this long: 600, 5s, 10m or 1h" },
	{ name: "plain", kind: "boolean", group: "Answering", help: "Lines only, no screen: for screen readers and simple terminals" },
	{ name: "hide-thinking", kind: "boolean", group: "Answering", help: "Do not show the model's thinking" },
	{ name: "model", kind: "string", value: "model", group: "Model", help: "Model or role: provider/id, an id or part of one, slow, with :level", brief: "Which one: opus, openai/gpt-5.2, slow, sonnet:high" },
	{ name: "thinking", kind: "string", value: "level", values: thinkingLevels, group: "Model", help: "How hard to think", brief: "How hard to think: off, low, medium, high, max, …" },
	{ name: "smol", kind: "string", value: "model", group: "Model", help: "Model for small jobs in this run" },
	{ name: "slow", kind: "string", value: "model", group: "Model", help: "Model for hard thinking in this run" },
	{ name: "plan", kind: "string", value: "model", group: "Model", help: "Model for plan mode in this run" },
	{ name: "models", kind: "string", value: "a,b", group: "Model", help: "Models to switch among, as names or patterns" },
	{ name: "provider", kind: "string", value: "id", group: "Model", help: "Provider of --model, or whose usual model to take" },
	{ name: "api-key", kind: "string", value: "key", group: "Model", help: "Key for this run; never stored" },
	{ name: "service-tier", kind: "string", value: "tier", values: serviceTiers, group: "Model", help: "How urgently OpenAI answers; none leaves it out" },
	{ name: "continue", alias: "c", kind: "boolean", group: "Session", help: "Go on with the last session of this folder", brief: "Go on with the last session of this folder" },
	{ name: "resume", alias: "r", kind: "optional", value: "id|path", group: "Session", help: "Go on with a certain session, or choose one", brief: "Go on with a certain session, or choose one" },
	{ name: "session", kind: "optional", value: "id|path", group: "Session", help: "The same as --resume" },
	{ name: "fork", kind: "string", value: "id|path", group: "Session", help: "Go on in a copy of a session" },
	{ name: "no-session", kind: "boolean", group: "Session", help: "Keep nothing on disk" },
	{ name: "session-dir", kind: "string", value: "dir", group: "Session", help: "Where sessions are kept and looked for" },
	{ name: "no-title", kind: "boolean", group: "Session", help: "Do not name the session" },
	{ name: "export", kind: "string", value: "session", group: "Session", help: "Write a session as one HTML page: --export FILE [OUT]" },
	{ name: "provider-session-id", kind: "string", value: "id", group: "Session", help: "Name of the session towards the provider" },
	{ name: "prompt-cache-key", kind: "string", value: "key", group: "Session", help: "Key under which the provider caches the prompt" },
	{ name: "system-prompt", kind: "string", value: "text|file", group: "Prompt", help: "Replace the system prompt" },
	{ name: "append-system-prompt", kind: "string", value: "text|file", group: "Prompt", help: "Add to the system prompt" },
	{ name: "tools", kind: "string", value: "a,b", group: "Tools", help: "Offer only these tools" },
	{ name: "no-tools", kind: "boolean", group: "Tools", help: "Offer no tools" },
	{ name: "no-pty", kind: "boolean", group: "Tools", help: "Run no command in a terminal of its own" },
	{ name: "approval-mode", kind: "string", value: "mode", values: approvalModes, group: "Tools", help: "Ask before writing and running, only before running, or never", brief: "When to ask you: always-ask, write or yolo" },
	{ name: "auto-approve", kind: "boolean", group: "Tools", help: "Never ask: the same as --approval-mode yolo" },
	{ name: "yolo", kind: "boolean", group: "Tools", help: "The same as --auto-approve" },
	{ name: "plan-yolo", kind: "boolean", group: "Tools", help: "Plan first, and carry out the first plan without a review" },
	{ name: "plan-yolo-into", kind: "string", value: "model", group: "Tools", help: "The same, with who carries it out (smol)" },
	{ name: "cwd", kind: "string", value: "dir", group: "Place", help: "Work in this folder", brief: "Work in this folder" },
	{ name: "debug", kind: "boolean", group: "Place", help: "Show failures that are otherwise ignored, with stack traces, and where they are logged" },
	{ name: "add-dir", kind: "list", value: "dir", group: "Place", help: "Work in this folder too" },
	{ name: "allow-home", kind: "boolean", group: "Place", help: "Work in the home folder when started there" },
	{ name: "config", kind: "list", value: "file", group: "Place", help: "Settings on top of all others" },
	{ name: "profile", kind: "string", value: "name", group: "Place", help: "Use a separate set of settings, sessions and keys" },
	{ name: "alias", kind: "string", value: "command", group: "Place", help: "Make a shell command that starts omp with --profile, and exit" },
	{ name: "help", alias: "h", kind: "boolean", group: "Place", help: "Show help: --help all, --help <topic>" },
	{ name: "version", alias: "v", kind: "boolean", group: "Place", help: "Show the version" },
] as const satisfies readonly FlagDefinition[];

export type LaunchFlag = (typeof launchFlags)[number]["name"];
