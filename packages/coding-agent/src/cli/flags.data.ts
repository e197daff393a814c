import { thinkingLevels } from "@oh-my-pi/pi-ai/models/thinking-level";
import { approvalModes } from "../conversation/approval/approval-decision.ts";

export type FlagKind = "boolean" | "string" | "list" | "optional";

export interface FlagDefinition {
	readonly name: string;
	readonly alias?: string;
	readonly kind: FlagKind;
	/** How the value is called in the help text. */
	readonly value?: string;
	readonly values?: readonly string[];
	readonly help: string;
}

export const launchModes = ["text", "json", "rpc", "rpc-ui"] as const;

/** The flags of a session, in the order the help shows them. */
export const launchFlags = [
	{ name: "print", alias: "p", kind: "boolean", help: "Answer once on stdout and exit" },
	{
		name: "mode",
		kind: "string",
		value: "mode",
		values: launchModes,
		help: "What is written: text, or JSON for programs",
	},
	{ name: "plain", kind: "boolean", help: "Lines only, no screen: for screen readers and simple terminals" },
	{ name: "model", kind: "string", value: "model", help: "Model: provider/id, an id or part of one, with :level" },
	{ name: "thinking", kind: "string", value: "level", values: thinkingLevels, help: "How hard to think" },
	{ name: "api-key", kind: "string", value: "key", help: "Key for this run; never stored" },
	{ name: "continue", alias: "c", kind: "boolean", help: "Go on with the last session of this folder" },
	{ name: "resume", alias: "r", kind: "optional", value: "id|path", help: "Go on with a certain session" },
	{ name: "fork", kind: "string", value: "id|path", help: "Go on in a copy of a session" },
	{ name: "no-session", kind: "boolean", help: "Keep nothing on disk" },
	{ name: "session-dir", kind: "string", value: "dir", help: "Where sessions are kept and looked for" },
	{ name: "system-prompt", kind: "string", value: "text|file", help: "Replace the system prompt" },
	{ name: "append-system-prompt", kind: "string", value: "text|file", help: "Add to the system prompt" },
	{ name: "tools", kind: "string", value: "a,b", help: "Offer only these tools" },
	{ name: "no-tools", kind: "boolean", help: "Offer no tools" },
	{
		name: "approval-mode",
		kind: "string",
		value: "mode",
		values: approvalModes,
		help: "Ask before writing and running (always-ask), before running (write), or never (yolo)",
	},
	{ name: "auto-approve", kind: "boolean", help: "Never ask: the same as --approval-mode yolo" },
	{ name: "yolo", kind: "boolean", help: "The same" },
	{ name: "print-thoughts", kind: "boolean", help: "Print the model's thinking too" },
	{ name: "export", kind: "string", value: "session", help: "Write a session as one HTML page: --export FILE [OUT]" },
	{ name: "cwd", kind: "string", value: "dir", help: "Work in this folder" },
	{ name: "config", kind: "list", value: "file", help: "Settings on top of all others" },
	{ name: "profile", kind: "string", value: "name", help: "Use a separate set of settings, sessions and keys" },
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
	{ name: "version", alias: "v", kind: "boolean", help: "Show the version" },
] as const satisfies readonly FlagDefinition[];

export type LaunchFlag = (typeof launchFlags)[number]["name"];
