import type { ToolOutput, ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { Hook } from "../../../conversation/hooks/hook.ts";
import { hookOrder } from "../../../conversation/hooks/hook-order.ts";
import type { SessionBox } from "./session-box.ts";

/** Compares protected files around every call that may run something in the box, and at the end of a run. */
export function boxHook(
	box: Pick<SessionBox, "holds" | "guard" | "guardedIn">,
	{ workspace, say }: { readonly workspace: () => string; readonly say: (lines: readonly string[]) => void },
): Hook {
	const open = new Set<string>();
	const end = (id: string) => {
		open.delete(id);
		return box.guard.callEnds(id);
	};
	return {
		name: "sandbox",
		order: hookOrder.sandbox,
		approveToolCall({ call }) {
			if (!mayRun(call.tool) || !box.holds) return undefined;
			open.add(call.id);
			box.guard.callBegins(call.id, box.guardedIn(workspace()));
			return undefined;
		},
		afterToolCall({ id }, output) {
			const lines = box.holds ? end(id) : [];
			return lines.length > 0 ? withLines(output, lines) : undefined;
		},
		settle() {
			// A call that was refused after all, or broken off.
			const lines = [...open].flatMap(end);
			if (box.holds) lines.push(...box.guard.look());
			if (lines.length > 0) say(lines);
			return "pass";
		},
	};
}

/** Tools that say nothing about their effects may do anything. */
function mayRun({ effects }: ToolTraits): boolean {
	return !effects || effects.includes("runs");
}

function withLines(output: ToolOutput, lines: readonly string[]): ToolOutput {
	const text = lines.join("\n");
	const { content } = output;
	if (typeof content === "string") return { ...output, content: `${content}\n\n${text}` };
	return { ...output, content: [...content, { type: "text", text }] };
}
