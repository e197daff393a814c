import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { astEditTool } from "./ast-edit/ast-edit.ts";
import { astGrepTool } from "./ast-grep/ast-grep.ts";
import { editTool } from "./edit/edit.ts";
import { executionTools } from "./execution-tools.ts";
import { findTool } from "./find/find.ts";
import { finishTool } from "./output/finish-tool.ts";
import { readTool } from "./read/read.ts";
import { resolveTool } from "./resolve/resolve.ts";
import { searchTool } from "./search/search.ts";
import { type ToolPorts, withDefaults } from "./tool-ports.ts";
import { writeTool } from "./write/write.ts";

export function builtInTools(ports: ToolPorts): AgentTool[] {
	const session = withDefaults(ports);
	const all: AgentTool[] = [
		readTool(session),
		writeTool(session),
		editTool(session),
		searchTool(session),
		findTool(session),
		astGrepTool(session),
		astEditTool(session),
		...executionTools(session),
		resolveTool(session),
	];
	const { artifacts, isEnabled, outputLimits: limits } = session;
	return (
		all
			.filter(({ name }) => isEnabled(name))
			// What `read` shows is a part of something that stays where it is.
			.map((tool) =>
				finishTool(tool, { limits, keepsLongOutput: tool.name === "read", ...(artifacts && { artifacts }) }),
			)
	);
}
