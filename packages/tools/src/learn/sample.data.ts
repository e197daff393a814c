import type { ToolSample } from "../view/tool-sample.ts";

export const learnSample: ToolSample = {
	args: { memory: "Integration tests need PostgreSQL 15", context: "before running bun test" },
	done: { text: "Lesson stored.", details: {} },
	failed: { text: "Mnemopi backend is not initialised for this session." },
};
