import type { ToolDefinition, ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";

/** Calls a tool like the loop, with valid arguments. */
export function runTool<Params, Details>(
	tool: ToolDefinition<Params, Details>,
	params: Params,
	options: { signal?: AbortSignal | undefined; onProgress?: (state: ToolOutput<Details>) => void } = {},
): Promise<ToolOutput<Details>> {
	return tool.execute(params, {
		id: "call_test",
		signal: options.signal ?? new AbortController().signal,
		onProgress: options.onProgress ?? (() => {}),
	});
}

/** The same with unchecked arguments. */
export function runToolWith<Details>(
	tool: ToolDefinition<never, Details>,
	args: unknown,
): Promise<ToolOutput<Details>> {
	return runTool(tool, args as never);
}
