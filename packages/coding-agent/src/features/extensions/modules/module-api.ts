import type { ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { ExtensionUi } from "../../../workbench/contract/extension-host.ts";
import { bindUi } from "../api/bind-ui.ts";
import type { Extension } from "../api/extension.ts";
import type { Runtime } from "../api/extension-api.ts";
import type { Content, ExtensionAPI, ExtensionCommandContext, ExtensionContext, ToolDefinition } from "../api/types.ts";

/** A change that a tool has shown and that `resolve` applies or discards. */
export interface StagedAction {
	readonly label: string;
	readonly sourceToolName?: string;
	readonly details?: unknown;
	apply(reason: string): Promise<ToolResult>;
	reject?(reason: string): Promise<ToolResult | undefined>;
}

interface ToolResult {
	readonly content: Content;
	readonly details?: unknown;
	readonly isError?: boolean;
}

type Shared = Pick<ExtensionAPI, "exec" | "logger" | "zod" | "typebox" | "arktype" | "pi">;

/** What the function that a custom tool exports is given. */
export interface CustomToolAPI extends Shared {
	readonly cwd: string;
	readonly ui: ExtensionUi;
	readonly hasUI: boolean;
	pushPendingAction(action: StagedAction): void;
}

/** As a tool of an extension, with its arguments in another order. */
export interface CustomTool extends Omit<ToolDefinition, "execute"> {
	execute(
		toolCallId: string,
		params: never,
		onUpdate: Parameters<ToolDefinition["execute"]>[3],
		ctx: ExtensionContext,
		signal: AbortSignal | undefined,
	): ReturnType<ToolDefinition["execute"]>;
}

/** What the function that a TypeScript command exports is given. */
export interface CustomCommandAPI extends Shared {
	readonly cwd: string;
}

export interface CustomCommand {
	readonly name: string;
	readonly description: string;
	/** A returned text becomes the prompt. */
	execute(args: string[], ctx: ExtensionCommandContext): unknown;
}

/** The API of an extension with what tools and commands have besides. Whatever else extensions have is there, too. */
export function moduleApi(
	extension: Extension,
	api: ExtensionAPI,
	runtime: Runtime,
	host: { readonly cwd: string; readonly ui: () => ExtensionUi | undefined },
): ExtensionAPI & CustomToolAPI {
	return Object.create(api, {
		cwd: { get: () => runtime.session?.folder.path ?? host.cwd },
		ui: { get: () => bindUi(extension, host.ui(), runtime.report) },
		hasUI: { get: () => host.ui() !== undefined },
		pushPendingAction: {
			value: ({ label, sourceToolName = extension.name, apply, reject }: StagedAction) => {
				const queue = runtime.session?.pendingActions;
				if (!queue) return noPendingActions();
				queue.push({
					label,
					sourceToolName,
					apply: async (reason) => outputOf(await apply(reason)),
					...(reject && {
						reject: async (reason: string) => {
							const result = await reject(reason);
							return result && outputOf(result);
						},
					}),
				});
			},
		},
	}) as ExtensionAPI & CustomToolAPI;
}

/** For a host that has no queue for staged changes. */
export function noPendingActions(): never {
	throw new Error("Pending action store unavailable for custom tools in this runtime.");
}

function outputOf({ content, details, isError }: ToolResult): ToolOutput {
	return { content, ...(details !== undefined && { details }), ...(isError && { isError }) };
}
