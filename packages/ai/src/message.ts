/** The wire protocol of a model; extensions may register more. */
export type Api =
	| "anthropic-messages"
	| "openai-completions"
	| "openai-responses"
	| "openai-codex-responses"
	| "azure-openai-responses"
	| "google-generative-ai"
	| "google-gemini-cli"
	| "google-vertex"
	| "bedrock-converse-stream"
	| "ollama-chat"
	| "cursor-agent"
	| "pi-native"
	| (string & {});

export const efforts = ["minimal", "low", "medium", "high", "xhigh", "max"] as const;
export type Effort = (typeof efforts)[number];

export type StopReason = "stop" | "length" | "toolUse" | "error" | "aborted";
export type Attribution = "user" | "agent";

export interface TextContent {
	type: "text";
	text: string;
	textSignature?: string;
}

export interface ThinkingContent {
	type: "thinking";
	thinking: string;
	thinkingSignature?: string;
	itemId?: string;
}

export interface RedactedThinkingContent {
	type: "redactedThinking";
	data: string;
}

export interface ImageContent {
	type: "image";
	/** Base64 without a `data:` prefix. */
	data: string;
	mimeType: string;
	detail?: "auto" | "low" | "high" | "original";
}

export interface ToolCall {
	type: "toolCall";
	id: string;
	name: string;
	arguments: Record<string, unknown>;
	thoughtSignature?: string;
	intent?: string;
	customWireName?: string;
}

/** Prices or amounts in USD. */
export interface UsageCost {
	input: number;
	output: number;
	cacheRead: number;
	cacheWrite: number;
	total: number;
}

/** `input` is uncached prompt tokens; `output` includes reasoning tokens. */
export interface Usage {
	input: number;
	output: number;
	cacheRead: number;
	cacheWrite: number;
	totalTokens: number;
	reasoningTokens?: number;
	premiumRequests?: number;
	cost: UsageCost;
}

export type UserContent = string | Array<TextContent | ImageContent>;

export interface UserMessage {
	role: "user";
	content: UserContent;
	attribution?: Attribution;
	/** Sent while the agent was working; persisted for replay. */
	steering?: boolean;
	/** Generated, not typed by a user. */
	synthetic?: boolean;
	/** The provider's own representation of the past; sent back to that provider unchanged, in place of the content. */
	providerItems?: { readonly provider: string; readonly items: readonly unknown[] };
	timestamp: number;
}

export interface DeveloperMessage {
	role: "developer";
	content: UserContent;
	attribution?: Attribution;
	timestamp: number;
}

export type AssistantContent = TextContent | ThinkingContent | RedactedThinkingContent | ToolCall | ImageContent;

export interface AssistantMessage {
	role: "assistant";
	content: AssistantContent[];
	api: Api;
	provider: string;
	model: string;
	responseId?: string;
	usage: Usage;
	stopReason: StopReason;
	stopDetails?: { type: string; message?: string };
	errorMessage?: string;
	errorStatus?: number;
	errorId?: number;
	timestamp: number;
	/** Milliseconds from request to end. */
	duration?: number;
	/** Milliseconds from request to the first content. */
	ttft?: number;
	contextSnapshot?: { promptTokens: number; nonMessageTokens: number };
	providerPayload?: unknown;
}

export interface ToolResultMessage {
	role: "toolResult";
	toolCallId: string;
	toolName: string;
	content: Array<TextContent | ImageContent>;
	details?: unknown;
	isError: boolean;
	useless?: boolean;
	timestamp: number;
}

export type Message = UserMessage | DeveloperMessage | AssistantMessage | ToolResultMessage;

export type JsonSchema = { readonly [keyword: string]: unknown };

export interface Tool {
	name: string;
	description: string;
	parameters: JsonSchema;
	strict?: boolean;
	customFormat?: { syntax: "lark" | "regex"; definition: string };
}

/** Everything that one request sends to a model. The most static system blocks come first, for prefix caching. */
export interface Context {
	systemPrompt?: readonly string[];
	messages: readonly Message[];
	tools?: readonly Tool[];
}

export type ToolChoice =
	| "auto"
	| "none"
	| "any"
	| "required"
	| { type: "function"; name: string }
	| { type: "function"; function: { name: string } }
	| { type: "tool"; name: string }
	| { type: "computer" };

/** The tool that a choice names, if any. */
export function namedTool(choice: ToolChoice | undefined): string | undefined {
	if (typeof choice !== "object" || choice.type === "computer") return undefined;
	return "function" in choice ? choice.function.name : choice.name;
}

/** True when the model must call a tool. */
export function isForced(choice: ToolChoice | undefined): boolean {
	return choice !== undefined && choice !== "auto" && choice !== "none";
}

/** The text blocks of a message, joined. */
export function joinText(content: string | ReadonlyArray<{ type: string; text?: string }>): string {
	if (typeof content === "string") return content;
	return content.map((block) => (block.type === "text" ? (block.text ?? "") : "")).join("");
}

export function toolCallsOf(message: AssistantMessage): ToolCall[] {
	return message.content.filter((block) => block.type === "toolCall");
}
