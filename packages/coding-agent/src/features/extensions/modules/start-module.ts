import { parseCommandArguments } from "../../../file-commands/command-arguments.ts";
import { approvalSettings } from "../../../settings/sections/agent/approval.ts";
import type { Extension } from "../api/extension.ts";
import type { Runtime } from "../api/extension-api.ts";
import type { ExtensionContext, ToolDefinition } from "../api/types.ts";
import type { CustomCommand, CustomTool } from "./module-api.ts";

/** Events that a custom tool hears of through `onSession`, besides changes of the session. */
const toolEvents = [
	"auto_compaction_start",
	"auto_compaction_end",
	"auto_retry_start",
	"auto_retry_end",
	"ttsr_triggered",
	"todo_reminder",
] as const;

/** Registers what the factory of a custom tool or a command has returned. */
export function registerReturned(
	extension: Extension,
	returned: unknown,
	{ runtime, takenTools }: { readonly runtime: Runtime; readonly takenTools: ReadonlySet<string> },
): void {
	const all: readonly unknown[] = Array.isArray(returned) ? returned : [returned];
	if (extension.kind === "command") for (const command of all) addCommand(extension, command);
	else for (const tool of all) addTool(extension, tool, runtime, takenTools);
}

function addTool(extension: Extension, tool: unknown, runtime: Runtime, taken: ReadonlySet<string>): void {
	if (!isTool(tool)) throw new Error("Custom tool needs name, description, parameters and execute");
	if (taken.has(tool.name) || extension.tools.has(tool.name)) {
		throw new Error(`Tool name "${tool.name}" conflicts with an existing tool`);
	}
	const execute: ToolDefinition["execute"] = (toolCallId, params, signal, onUpdate, ctx) =>
		tool.execute(toolCallId, params, onUpdate, toolContext(ctx, runtime), signal);
	// It may be an object of a class, whose methods are not its own.
	const definition = Object.create(tool, { execute: { value: execute } }) as ToolDefinition;
	extension.tools.set(tool.name, definition);
	if (!tool.onSession) return;
	for (const event of toolEvents) {
		const known = extension.handlers.get(event) ?? [];
		const tell = (fields: object, ctx: ExtensionContext) =>
			tool.onSession?.({ ...fields, reason: event }, toolContext(ctx, runtime));
		extension.handlers.set(event, [...known, tell]);
	}
}

function toolContext(ctx: ExtensionContext, runtime: Runtime): ExtensionContext {
	return Object.create(ctx, {
		settings: { get: () => runtime.session?.settings },
		fetch: { value: fetch },
		autoApprove: { get: () => runtime.session?.settings.get(approvalSettings.approvalMode) === "yolo" },
	}) as ExtensionContext;
}

function addCommand(extension: Extension, command: unknown): void {
	if (!isCommand(command)) throw new Error("Command needs name, description and execute");
	const { name, description } = command;
	extension.commands.set(name, {
		description,
		handler: (args, ctx) => command.execute(parseCommandArguments(args), ctx),
	});
}

export function isTool(value: unknown): value is CustomTool {
	return isNamed(value) && typeof value.execute === "function" && "parameters" in value;
}

function isCommand(value: unknown): value is CustomCommand {
	return isNamed(value) && typeof value.execute === "function" && !/[\s/]/.test(value.name);
}

function isNamed(value: unknown): value is { name: string; description: string; execute?: unknown } {
	if (typeof value !== "object" || value === null) return false;
	const { name, description } = value as { name?: unknown; description?: unknown };
	return typeof name === "string" && name !== "" && typeof description === "string";
}
