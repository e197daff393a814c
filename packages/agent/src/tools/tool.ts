import type { ImageContent, JsonSchema, TextContent } from "@oh-my-pi/pi-ai/message";
import type { Setting } from "@oh-my-pi/pi-utils/settings/setting";
import type { NamedTool } from "@oh-my-pi/pi-utils/text/tool-name";
import type { FromSchema } from "./schema-type.ts";

/** `network`: reads, but leaves this machine for it. */
export type ToolTier = "read" | "network" | "write" | "exec";
export type ToolApproval =
	| ToolTier
	| {
			tier: ToolTier;
			reason?: string;
			override?: boolean;
			policy?: "allow" | "deny" | "prompt";
			/** Where a call of the tier `network` goes: `name` or `name:port`. */
			hosts?: readonly string[];
	  };
/** What a call would touch, as far as that can be told beforehand. */
export interface CallEffects {
	readonly runs: ReadonlyArray<{ readonly program: string; readonly args: readonly string[] }> | "unknown";
	/** Absolute paths. */
	readonly writes: readonly string[] | "unknown";
	/** Names of hosts. */
	readonly reaches: readonly string[] | "unknown";
	/** Files with keys or secrets. */
	readonly readsSecrets: readonly string[];
}
/** `call` is what a rule has to match, `suggestion` a rule that does. */
export interface SuggestedRule {
	readonly call: string;
	readonly suggestion: string;
}
export type Concurrency = "shared" | "exclusive";

/** What a tool gives back: text for short, blocks when it has images. */
export interface ToolOutput<Details = unknown> {
	readonly content: string | ReadonlyArray<TextContent | ImageContent>;
	readonly details?: Details;
	readonly isError?: boolean;
	/** Later compaction may drop this first. */
	readonly useless?: boolean;
	/** The run ends after this batch, without another request. */
	readonly endsRun?: boolean;
}

/** The output as events and messages carry it. */
export interface ToolResult<Details = unknown> {
	content: Array<TextContent | ImageContent>;
	details?: Details;
}

export interface ToolCallContext<Details = unknown> {
	readonly id: string;
	readonly signal: AbortSignal;
	/** Shows the whole state so far, not what was added. */
	readonly onProgress: (state: ToolOutput<Details>) => void;
}

/** What the calls of a tool may do, whatever their arguments. */
export type ToolEffect = "reads" | "writes" | "runs" | "network";

/** What a call was about, as far as its arguments tell; pruning, compaction and copying go by this. */
export interface CallFacts {
	/** The file it looks at; `part` is the selector behind the path, empty for all of it. */
	readonly reads?: { readonly path: string; readonly part: string };
	/** The files it changes. */
	readonly changes?: readonly string[];
	/** The command it runs. */
	readonly command?: string;
	/** Its result tells the model how to work, so it outlives pruning. */
	readonly isGuidance?: boolean;
}

/** What is known of a tool without making one; also for calls in sessions that do not offer it any more. */
export interface ToolTraits extends NamedTool {
	/** Names that other programs have for it; understood in calls, policies, lists of tools and matchers of hooks. */
	readonly aliases?: readonly string[];
	readonly effects?: readonly ToolEffect[];
	/** The setting that switches it on and off. */
	readonly switch?: Setting<boolean>;
	/** The tool whose policy `deny` or `prompt` counts for it too, where the user wrote none of its own. */
	readonly restrictedLike?: string;
	/** Names of tools that come along where this one is chosen by name. */
	readonly companions?: readonly string[];
	/** Lower-case words of a prompt that bring it where it is not offered yet; its name always does. */
	readonly topics?: readonly string[];
	/** Pages by itself: its output is part of something kept elsewhere, so it is not cut. */
	readonly keepsLongOutput?: boolean;
	/** Gains most from a strict schema; providers have room for few of them. */
	readonly strict?: boolean;
	/** Its calls wait for an answer of the user. */
	readonly waitsForUser?: boolean;
	/** Its calls start sub-agents. */
	readonly startsAgents?: boolean;
	/** Its calls hand something to whoever started the agent: its result, which ends its work, a finding on the way, or advice. */
	readonly handsIn?: "result" | "finding" | "advice";
	facts?(args: Readonly<Record<string, unknown>>): CallFacts;
	/**
	 * Whose text a result brings, other than the user's and the model's own: `web:<host>`, `mcp:<server>`, `repository`, `command`.
	 * Without this it follows from `effects`; see `outsideSources`.
	 */
	outsideSources?(args: Readonly<Record<string, unknown>>, details: unknown): readonly string[];
	/** How calls look: a `ToolView` of the tools package, loaded only by front ends that draw. */
	view?(): Promise<unknown>;
}

export interface AdaptedArguments {
	readonly arguments: Readonly<Record<string, unknown>>;
	/** What was read as what, for the model. */
	readonly notes: readonly string[];
	/** What they are checked against, where they have another form than the tool's own. */
	readonly schema?: JsonSchema;
}

export interface ToolDefinition<Params, Details> extends ToolTraits {
	readonly label: string;
	/** What the model is told. */
	readonly prompt: string;
	readonly parameters: JsonSchema;
	/** May take its time, as what judges a call need not be loaded before there is one. */
	readonly approval?: ToolApproval | ((params: Params) => ToolApproval | Promise<ToolApproval>);
	/** What a call would touch; a tool that does not say so may touch anything that its `effects` name. */
	readonly callEffects?: (params: Params) => CallEffects | Promise<CallEffects>;
	/** Lines that show what a call would do, for whoever has to allow it. */
	readonly approvalDetails?: (params: Params) => readonly string[];
	/** A rule that would allow this call, for the user to edit; none for calls that no rule can allow. */
	readonly approvalRule?: (params: Params) => SuggestedRule | undefined | Promise<SuggestedRule | undefined>;
	/** May take its time, as `approval`. */
	readonly concurrency?: Concurrency | ((params: Params) => Concurrency | Promise<Concurrency>);
	readonly loadMode?: "essential" | "discoverable" | "hidden";
	/** Why it cannot be offered just now, in words for a model that calls it all the same; `undefined` while it can. */
	unavailableReason?(): string | undefined;
	/** Only there while an offered tool has it as a companion, or while this says that it is needed. */
	onDemand?(): boolean;
	/** Whether its `topics` count now; they do without this. */
	isTopical?(): boolean;
	/** Parameters that are understood though the model is not told of them. */
	readonly hiddenParameters?: Readonly<Record<string, JsonSchema>>;
	/** What calls are checked against, where that is more than the model is told. Asked for each call. */
	acceptedSchema?(): JsonSchema;
	/**
	 * Puts arguments that other programs name otherwise (`file_path` for `path`) into the tool's own. Asked only for calls with
	 * arguments that the schema does not have. What is still unknown afterwards is ignored, and the model is told so.
	 */
	adapt?(args: Readonly<Record<string, unknown>>): AdaptedArguments;
	/**
	 * Puts what the schema let through (`hiddenParameters`, odd shapes) into the one form that `approval`, `approvalDetails` and
	 * `execute` know; nothing else reads other spellings. Twice gives the same as once. A throw refuses the call with its message.
	 */
	normalize?(args: Readonly<Record<string, unknown>>): Record<string, unknown>;
	/**
	 * Why a call cannot succeed however it goes on, asked while its arguments are still being written, and again before the user
	 * is asked about it. Touches nothing.
	 */
	validateWhileStreaming?(
		argumentsSoFar: Readonly<Record<string, unknown>>,
		options?: { readonly isComplete?: boolean },
	): Promise<string | undefined>;
	/** Repairs odd arguments itself; validation then only coerces. */
	readonly lenientArguments?: boolean;
	/** The arguments do not show what a call is for, so the model is asked to say it. */
	readonly asksIntent?: boolean;
	execute(params: Params, call: ToolCallContext<Details>): Promise<ToolOutput<Details>>;
}

/** A tool as the loop sees it: the arguments are whatever the schema let through. */
export type AgentTool = ToolDefinition<never, unknown>;

/** Gives `execute` the types that the JSON schema describes. */
export function defineTool<const Schema extends JsonSchema, Details>(
	definition: Omit<ToolDefinition<FromSchema<Schema>, Details>, "parameters"> & { readonly parameters: Schema },
): ToolDefinition<FromSchema<Schema>, Details> {
	return definition;
}

/** An expected failure: the model gets the message and can act on it. */
export class ToolError extends Error {
	override readonly name = "ToolError";
}

export class ToolAbortError extends Error {
	override readonly name = "ToolAbortError";
	constructor(message = "Operation aborted") {
		super(message);
	}
}

export function contentBlocks(content: ToolOutput["content"]): Array<TextContent | ImageContent> {
	return typeof content === "string" ? [{ type: "text", text: content }] : [...content];
}
