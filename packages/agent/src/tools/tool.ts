import type { ImageContent, JsonSchema, TextContent } from "@oh-my-pi/pi-ai/message";
import type { FromSchema } from "./schema-type.ts";

export type ToolTier = "read" | "write" | "exec";
export type ToolApproval =
	| ToolTier
	| { tier: ToolTier; reason?: string; override?: boolean; policy?: "allow" | "deny" | "prompt" };
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

export interface ToolDefinition<Params, Details> {
	readonly name: string;
	readonly label: string;
	/** What the model is told. */
	readonly prompt: string;
	readonly parameters: JsonSchema;
	/** May take its time, as what judges a call need not be loaded before there is one. */
	readonly approval?: ToolApproval | ((params: Params) => ToolApproval | Promise<ToolApproval>);
	/** Lines that show what a call would do, for whoever has to allow it. */
	readonly approvalDetails?: (params: Params) => readonly string[];
	/** What a rule that allows this call would match, for the user to widen; none for calls that no rule can allow. */
	readonly approvalRule?: (params: Params) => string | undefined | Promise<string | undefined>;
	readonly concurrency?: Concurrency | ((params: Params) => Concurrency);
	readonly loadMode?: "essential" | "discoverable" | "hidden";
	/** Parameters that are understood though the model is not told of them. */
	readonly unadvertised?: Readonly<Record<string, JsonSchema>>;
	/** Why a call cannot succeed however it goes on, asked while its arguments are still being written. Touches nothing. */
	objectTo?(argumentsSoFar: Readonly<Record<string, unknown>>): Promise<string | undefined>;
	/** Repairs odd arguments itself; validation then only coerces. */
	readonly lenientArguments?: boolean;
	/** The model is not asked why it calls this tool. */
	readonly noIntent?: boolean;
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
