import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/thinking-level";
import { type ApprovalMode, approvalModes } from "../conversation/approval/approval-decision.ts";
import { type LaunchFlag, launchFlags, launchModes } from "./flags.data.ts";
import { type ParsedArgs, parseArgs } from "./parse-args.ts";

/** The command line of a session, with a name and a type for everything on it. */
export interface LaunchOptions {
	readonly print: boolean;
	readonly mode: (typeof launchModes)[number];
	/** Lines in place of a screen. */
	readonly plain: boolean;
	readonly model?: string;
	readonly thinking?: ThinkingLevel;
	readonly apiKey?: string;
	readonly continue: boolean;
	/** `true` asks for a choice among all sessions. */
	readonly resume?: string | true;
	readonly fork?: string;
	readonly noSession: boolean;
	readonly sessionDir?: string;
	readonly systemPrompt?: string;
	readonly appendSystemPrompt?: string;
	readonly tools?: readonly string[];
	readonly noTools: boolean;
	readonly approvalMode?: ApprovalMode;
	readonly printThoughts: boolean;
	/** A session file to write as a page; the first message is where to. */
	readonly export?: string;
	readonly cwd?: string;
	readonly configFiles: readonly string[];
	readonly profile?: string;
	readonly messages: readonly string[];
	readonly files: readonly string[];
}

export function parseLaunchOptions(argv: readonly string[]): LaunchOptions {
	const parsed = parseArgs(argv, launchFlags);
	const text = (name: LaunchFlag) => textFlag(parsed, name);
	const isSet = (name: LaunchFlag) => parsed.flags.has(name);
	const resume = parsed.flags.get("resume");
	return {
		print: isSet("print"),
		mode: launchModes.find((mode) => mode === text("mode")) ?? "text",
		plain: isSet("plain"),
		model: text("model"),
		// The parser lets only known levels through.
		thinking: text("thinking") as ThinkingLevel | undefined,
		apiKey: text("api-key"),
		continue: isSet("continue"),
		resume,
		fork: text("fork"),
		noSession: isSet("no-session"),
		sessionDir: text("session-dir"),
		systemPrompt: text("system-prompt"),
		appendSystemPrompt: text("append-system-prompt"),
		tools: text("tools")
			?.split(",")
			.map((name) => name.trim())
			.filter(Boolean),
		noTools: isSet("no-tools"),
		approvalMode: isSet("yolo") || isSet("auto-approve") ? "yolo" : approvalMode(text("approval-mode")),
		printThoughts: isSet("print-thoughts"),
		export: text("export"),
		cwd: text("cwd"),
		configFiles: parsed.lists.get("config") ?? [],
		profile: text("profile"),
		messages: parsed.messages,
		files: parsed.files,
	};
}

function approvalMode(given: string | undefined): ApprovalMode | undefined {
	return approvalModes.find((mode) => mode === given);
}

function textFlag(parsed: ParsedArgs, name: LaunchFlag): string | undefined {
	const value = parsed.flags.get(name);
	return typeof value === "string" ? value : undefined;
}
