import type { ExtensionAPI } from "@oh-my-pi/pi-coding-agent";

/** Keys never reach the model, and reading stays in the project. Who allowed what is kept in the session. */
const keys = /\b(?:sk|ghp)[-_][A-Za-z0-9_-]{16,}/g;

export default function (pi: ExtensionAPI): void {
	pi.on("tool_result", ({ content }) => ({
		content: content.map((block) =>
			block.type === "text" ? { ...block, text: block.text.replace(keys, "[a key]") } : block,
		),
	}));

	pi.on("tool_call", ({ toolName, input }) => {
		const path = input.path;
		if (toolName !== "read" || typeof path !== "string" || !path.includes("/./")) return undefined;
		// Other arguments than those of the model; they are checked again.
		return { input: { ...input, path: path.replaceAll("/./", "/") } };
	});

	const asked = new Map<string, string>();
	pi.on("tool_approval_requested", ({ toolCallId, toolName }) => void asked.set(toolCallId, toolName));
	pi.on("tool_approval_resolved", ({ toolCallId, approved }) => {
		pi.appendEntry("redact.approval", { tool: asked.get(toolCallId), approved });
	});
}
