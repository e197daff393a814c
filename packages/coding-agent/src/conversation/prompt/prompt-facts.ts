import type { Skill } from "../../discovery/capabilities/skills.ts";
import type { SessionRules } from "../../rules/session-rules.ts";

export type Personality = "default" | "friendly" | "pragmatic" | "none";

/** All inputs of the system prompt. Equal facts give identical bytes, for the prompt cache. */
export interface PromptFacts {
	/** Names of the offered tools, in order. */
	readonly tools: readonly string[];
	/** Short description of the hidden tools. */
	readonly hiddenTools: string;
	/** Schemes of internal URLs that can be read. */
	readonly schemes: readonly string[];
	/** Parts that features add. */
	readonly guidance?: readonly string[];
	/** What was taken with the first request, by its id: about this session, and `server:<name>` for what MCP servers say. */
	readonly standing?: ReadonlyArray<readonly [id: string, text: string]>;
	readonly intentTracing: boolean;
	readonly personality: Personality;
	/** Facts about machine and model, one per line. */
	readonly workstation: readonly string[];
	/** In the order of the prompt. */
	readonly contextFiles: ReadonlyArray<{ readonly path: string; readonly content: string }>;
	/** Also hidden ones. */
	readonly skills?: readonly Skill[];
	readonly rules?: SessionRules;
	/** `AGENTS.md` files below the working directory. */
	readonly deeperFiles: readonly string[];
	readonly workspaceTree?: string;
	/** Replaces the built-in instructions. */
	readonly custom?: string;
	readonly append?: string;
}
