import { buildCall } from "@oh-my-pi/pi-agent-core/tools/normalized-call";
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

/** The same with arguments as a model may write them: normalized first, as in the loop. */
export async function runToolWith<Details>(
	tool: ToolDefinition<never, Details>,
	args: object,
	options: { signal?: AbortSignal | undefined } = {},
): Promise<ToolOutput<Details>> {
	const { signal = new AbortController().signal } = options;
	const output = await buildCall(tool as never, args).execute({ id: "call_test", signal, onProgress: () => {} });
	return output as ToolOutput<Details>;
}
