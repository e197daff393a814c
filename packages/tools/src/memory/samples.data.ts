import type { ToolSample } from "../view/tool-sample.ts";

const uninitialised = { text: "Mnemopi backend is not initialised for this session." };

export const recallSample: ToolSample = {
	args: { query: "how releases are cut" },
	done: {
		text: [
			"Found 2 relevant memories (as of 2026-03-02 09:30 UTC):",
			"- Releases are cut from the branch stable (id: 7f3a) [coding-agent-retain] (2026-02-11) c:0.83",
			"- The changelog is written before the tag (id: 91bc) [coding-agent-transcript] (2026-01-28) c:0.61",
		].join("\n"),
		details: { count: 2, places: [] },
	},
	failed: uninitialised,
};

export const retainSample: ToolSample = {
	args: { items: [{ content: "Integration tests need PostgreSQL 15", context: "CI setup" }] },
	done: { text: "1 memory stored.", details: { count: 1 } },
	failed: uninitialised,
};

export const reflectSample: ToolSample = {
	args: { query: "Which test runner does the user prefer?" },
	done: {
		text: "Based on recalled memories:\n- The user prefers bun test (id: 02de) [coding-agent-retain] (2026-02-11)",
	},
	failed: uninitialised,
};

export const memoryEditSample: ToolSample = {
	args: { op: "invalidate", id: "7f3a", replacement_id: "b210" },
	done: {
		text: "Memory 7f3a invalidated in bank acme-1f2e (working).",
		details: { status: "invalidated", bank: "acme-1f2e", store: "working" },
	},
	failed: uninitialised,
};
