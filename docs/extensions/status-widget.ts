import type { ExtensionAPI } from "@oh-my-pi/pi-coding-agent";

/** Counts tool calls: in the status line, and by name in a widget above the editor. */
export default function (pi: ExtensionAPI): void {
	const counts = new Map<string, number>();

	pi.on("session_start", (_event, ctx) => ctx.ui.setStatus("calls", "no calls yet"));

	pi.on("tool_execution_end", (event, ctx) => {
		counts.set(event.toolName, (counts.get(event.toolName) ?? 0) + 1);
		const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
		ctx.ui.setStatus("calls", total === 1 ? "1 call" : `${total} calls`);
		ctx.ui.setWidget(
			"calls",
			[...counts].map(([name, count]) => `${name}: ${count}`),
		);
	});
}
