import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { toolUse } from "@oh-my-pi/pi-agent-core/tools/tool-use";
import { type CallDecision, readDeclared } from "@oh-my-pi/pi-policy/verdict/decide-call";

/** What a tool says about a call; one that says nothing valid is treated as `exec`. */
export async function toolDecision(tool: AgentTool, params: unknown): Promise<CallDecision> {
	return readDeclared(await declaredBy(tool, params));
}

async function declaredBy(tool: AgentTool, params: unknown): Promise<unknown> {
	try {
		return await toolUse(tool, params).approval();
	} catch {
		// A tool that throws is treated like one that declares nothing.
		return undefined;
	}
}
