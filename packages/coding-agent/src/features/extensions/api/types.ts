import type { ToolApproval } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { ImageContent, TextContent } from "@oh-my-pi/pi-ai/message";
import type { OAuthTokens } from "@oh-my-pi/pi-ai/model/credential";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream/stream";
import type { SessionManager } from "@oh-my-pi/pi-session/operations/session-manager";
import type { Job } from "@oh-my-pi/pi-tools/jobs/job";
import type {
	MemoryEdit,
	MemoryEditOutcome,
	RecalledLine,
	RetainedItem,
} from "@oh-my-pi/pi-tools/services/memory-service";
import type { Component } from "@oh-my-pi/pi-tui/component";
import type {
	ExtensionFrontEnd,
	ExtensionRenderer,
	ExtensionTheme,
	ExtensionThinkingRenderer,
	ExtensionUi,
} from "../../../workbench/contract/extension-host.ts";
import type { Arktype } from "../schema/arktype.ts";
import type { Typebox } from "../schema/typebox.ts";
import type { Zod } from "../schema/zod.ts";
import type { ExtensionEvents } from "./events.ts";
import type { RegistryView } from "./registry-view.ts";
import type { SessionView } from "./session-view.ts";

export type Content = string | ReadonlyArray<TextContent | ImageContent>;

/** Written by people who know the event; what comes back is checked where it is used. */
export type Handler = (event: never, ctx: ExtensionContext) => unknown;

export interface ExtensionContext {
	readonly ui: ExtensionUi;
	readonly hasUI: boolean;
	readonly mode: ExtensionFrontEnd["mode"];
	readonly cwd: string;
	readonly sessionManager: SessionView;
	readonly modelRegistry: RegistryView;
	readonly model: Model | undefined;
	readonly models: {
		list(): Promise<readonly Model[]>;
		current(): Model | undefined;
		resolve(spec: string): Promise<Model | undefined>;
		family(model: Model): string;
	};
	getContextUsage(): { readonly tokens: number; readonly contextWindow: number; readonly percent: number } | undefined;
	getSystemPrompt(): readonly string[];
	isIdle(): boolean;
	hasPendingMessages(): boolean;
	/** Background jobs of this session. */
	getAsyncJobSnapshot(): { readonly running: readonly Job[]; readonly recent: readonly Job[] };
	/** Where `local://` files are. */
	readonly localProtocolOptions: { getArtifactsDir(): string | undefined; getSessionId(): string };
	/** Memory across sessions; absent while `memory.backend` is off or could not be started. */
	readonly memory?: ExtensionMemory | undefined;
	hasQueuedMessages(): boolean;
	isProjectTrusted(): boolean;
	abort(): void;
	shutdown(): void;
	compact(options?: string | CompactOptions): void;
	setInterval(callback: () => unknown, ms: number): Timer;
	setTimeout(callback: () => unknown, ms: number): Timer;
	clearTimer(timer: Timer): void;
	/** Only for a tool that stands in for a built-in one: runs that one, without asking again. */
	readonly invokeTool?: InvokeTool;
}

/** What the backend cannot do is absent. What an extension stores carries its name as the source. */
export interface ExtensionMemory {
	readonly backend: string;
	recall?(query: string, signal?: AbortSignal): Promise<readonly RecalledLine[]>;
	retain?(
		items: readonly RetainedItem[],
		signal?: AbortSignal,
	): Promise<{ readonly stored: number; readonly isQueued: boolean }>;
	reflect?(query: string, context?: string, signal?: AbortSignal): Promise<string | undefined>;
	edit?(edit: MemoryEdit): Promise<MemoryEditOutcome>;
}

export type InvokeTool = (
	params: Readonly<Record<string, unknown>>,
	options?: {
		readonly signal?: AbortSignal;
		readonly onUpdate?: (partial: { readonly content: Content; readonly details?: unknown }) => void;
	},
) => Promise<{
	readonly content: Array<TextContent | ImageContent>;
	readonly details?: unknown;
	readonly isError?: boolean;
}>;

export type Timer = ReturnType<typeof setTimeout>;

export interface CompactOptions {
	readonly customInstructions?: string;
	readonly onComplete?: (result: unknown) => void;
	readonly onError?: (error: Error) => void;
}

export interface ExtensionCommandContext extends ExtensionContext {
	waitForIdle(): Promise<void>;
	newSession(options?: {
		readonly parentSession?: string;
		/** Fills the new session before it becomes the current one. */
		readonly setup?: (sessionManager: SessionManager) => unknown;
	}): Promise<{ cancelled: boolean }>;
	switchSession(path: string): Promise<{ cancelled: boolean }>;
	branch(entryId: string): Promise<{ cancelled: boolean }>;
	navigateTree(
		targetId: string,
		options?: { readonly summarize?: boolean; readonly customInstructions?: string; readonly label?: string },
	): Promise<{ cancelled: boolean }>;
	reload(): Promise<void>;
}

export interface CommandOptions {
	readonly description?: string;
	getArgumentCompletions?(
		prefix: string,
	): ReadonlyArray<{ readonly value: string; readonly label?: string; readonly description?: string }> | null;
	handler(args: string, ctx: ExtensionCommandContext): unknown;
}

export interface ShortcutOptions {
	readonly description?: string;
	handler(ctx: ExtensionContext): unknown;
}

export interface FlagOptions {
	readonly description?: string;
	readonly type: "boolean" | "string";
	readonly default?: boolean | string;
}

export interface ToolDefinition {
	readonly name: string;
	readonly label?: string;
	readonly description: string;
	/** When and how to use it; the model reads them after the description. */
	readonly promptGuidelines?: readonly string[];
	/** Made with `pi.zod` or `pi.typebox`, or a JSON schema. */
	readonly parameters: unknown;
	readonly hidden?: boolean;
	readonly defaultInactive?: boolean;
	readonly loadMode?: "essential" | "discoverable";
	/** Its previews are finished by `resolve`. */
	readonly deferrable?: boolean;
	readonly strict?: boolean;
	readonly approval?: ToolApproval | ((args: never) => ToolApproval);
	formatApprovalDetails?(args: never): string | readonly string[] | undefined;
	execute(
		toolCallId: string,
		params: never,
		signal: AbortSignal | undefined,
		onUpdate: ((partial: { readonly content: Content; readonly details?: unknown }) => void) | undefined,
		ctx: ExtensionContext,
	): Promise<{ readonly content: Content; readonly details?: unknown; readonly isError?: boolean }>;
	/** How a call looks; without it, its name and arguments. */
	renderCall?(args: never, options: ToolRenderOptions, theme: ExtensionTheme): Component | undefined;
	/** How what came of it looks; without it, the text. */
	renderResult?(
		result: { readonly content: Content; readonly details: unknown; readonly isError: boolean },
		options: ToolRenderOptions,
		theme: ExtensionTheme,
		args: never,
	): Component | undefined;
	onSession?(
		event: {
			/** `start`, `switch`, `branch`, `tree` or `shutdown`; custom tools hear of more. */
			readonly reason: string;
			readonly previousSessionFile?: string;
		},
		ctx: ExtensionContext,
	): unknown;
}

export interface ToolRenderOptions {
	readonly expanded: boolean;
	/** The call, or its result, is not complete. */
	readonly isPartial: boolean;
	readonly spinnerFrame?: number;
}

export interface ProviderConfig {
	readonly baseUrl?: string;
	readonly apiKey?: string;
	readonly api?: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly authHeader?: boolean;
	readonly streamSimple?: StreamFn;
	readonly models?: ReadonlyArray<Readonly<Record<string, unknown>> & { readonly id: string; readonly api?: string }>;
	readonly oauth?: ProviderLogin;
}

/** A login of a provider, offered by `/login`. Tokens may carry more than what is named here; it is kept. */
export interface ProviderLogin {
	readonly name: string;
	login(callbacks: {
		onAuth(step: { readonly url: string; readonly instructions?: string }): void;
		onDeviceCode(step: { readonly userCode: string; readonly verificationUri: string }): void;
		onPrompt(question: { readonly message: string; readonly placeholder?: string }): Promise<string>;
		onManualCodeInput(): Promise<string>;
		onProgress(text: string): void;
		readonly signal?: AbortSignal;
	}): Promise<unknown>;
	refreshToken(tokens: OAuthTokens): Promise<object>;
	/** What requests send. */
	getApiKey(tokens: OAuthTokens): string;
	/** Changes the models of the provider while somebody is logged in. */
	modifyModels?(models: Model[], tokens: OAuthTokens): Model[];
}

export interface SentMessage {
	readonly customType: string;
	readonly content: Content;
	readonly display: boolean;
	readonly details?: unknown;
	readonly attribution?: "user" | "agent";
}

export interface ExecResult {
	readonly stdout: string;
	readonly stderr: string;
	readonly code: number;
	readonly killed: boolean;
}

export interface Logger {
	debug(...text: readonly unknown[]): void;
	info(...text: readonly unknown[]): void;
	warn(...text: readonly unknown[]): void;
	error(...text: readonly unknown[]): void;
}

/** What the function that an extension exports is given. */
export interface ExtensionAPI {
	/** Everything that `@oh-my-pi/pi-coding-agent` exports. */
	readonly pi: Readonly<Record<string, unknown>>;
	readonly logger: Logger;
	readonly zod: Zod;
	readonly typebox: Typebox;
	/** The part of ArkType that describes parameters. */
	readonly arktype: Arktype;
	readonly events: {
		on(channel: string, listener: (data: unknown) => void): () => void;
		emit(channel: string, data: unknown): void;
	};
	on<Name extends keyof ExtensionEvents>(
		event: Name,
		handler: (event: ExtensionEvents[Name] & { readonly type: Name }, ctx: ExtensionContext) => unknown,
	): void;
	registerTool(definition: ToolDefinition): void;
	registerCommand(name: string, options: CommandOptions): void;
	registerShortcut(key: string, options: ShortcutOptions): void;
	registerFlag(name: string, options: FlagOptions): void;
	registerMessageRenderer(customType: string, render: ExtensionRenderer["render"]): void;
	registerAssistantThinkingRenderer(render: ExtensionThinkingRenderer): void;
	registerProvider(name: string, config: ProviderConfig): void;
	unregisterProvider(name: string): void;
	setLabel(label: string): void;
	getFlag(name: string): boolean | string | undefined;
	sendMessage(
		message: SentMessage,
		options?: { readonly triggerTurn?: boolean; readonly deliverAs?: "steer" | "followUp" | "nextTurn" },
	): void;
	sendUserMessage(content: Content, options?: { readonly deliverAs?: "steer" | "followUp" }): void;
	appendEntry(customType: string, data?: unknown): void;
	exec(
		command: string,
		args: readonly string[],
		options?: { readonly cwd?: string; readonly signal?: AbortSignal; readonly timeout?: number },
	): Promise<ExecResult>;
	getActiveTools(): string[];
	getAllTools(): ToolInfo[];
	setActiveTools(names: readonly string[]): Promise<void>;
	getCommands(): Array<{
		readonly name: string;
		readonly description?: string;
		readonly source: "extension" | "prompt" | "skill";
		readonly location?: "user" | "project";
		readonly path?: string;
	}>;
	setModel(model: Model): Promise<boolean>;
	getThinkingLevel(): ThinkingLevel | undefined;
	/** With `persist` also for later sessions. */
	setThinkingLevel(level: ThinkingLevel, persist?: boolean): void;
	getServiceTiers(): Readonly<Record<string, string>>;
	/** OpenAI's models have tiers; others have none. */
	setServiceTier(family: string, tier: string | undefined): void;
	getSessionName(): string | undefined;
	setSessionName(name: string): Promise<void>;
}

export interface ToolInfo {
	readonly name: string;
	readonly description: string;
	readonly parameters: unknown;
	readonly sourceInfo: {
		/** The file of the extension. */
		readonly path: string;
		/** `extension`, `builtin`, or who else brings it. */
		readonly source: string;
		readonly scope: "user" | "project" | "temporary";
		/** The name of the extension. */
		readonly origin: string;
	};
}
