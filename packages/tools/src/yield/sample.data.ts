import type { ToolSample } from "../view/tool-sample.ts";

export const yieldSample: ToolSample = {
	args: { result: { data: { callers: 3 } } },
	done: { text: "Result submitted.", details: { status: "success", data: { callers: 3 } } },
	failed: { text: "Output does not match schema: callers: must be a number (was string)." },
};
