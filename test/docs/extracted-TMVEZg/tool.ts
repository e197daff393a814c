import { createAgentSession, defineTool, SessionManager } from "@oh-my-pi/pi-coding-agent";
import type { AgentTool } from "@oh-my-pi/pi-coding-agent";

const weather = defineTool({
	name: "weather",
	label: "Weather",
	prompt: "Tells the weather of a city.",
	parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
	approval: "read",
	execute: async ({ city }) => ({ content: `It is sunny in ${city}.` }),
});

const { session } = await createAgentSession({
	sessionManager: SessionManager.inMemory(),
	toolNames: ["read"],
	customTools: [weather as AgentTool],
});
session.subscribe((event) => {
	if (event.type === "tool_execution_start") console.log(`${event.toolName} ${JSON.stringify(event.args)}`);
});
await session.prompt("How is the weather in Bern?");
console.log(session.getLastAssistantText());
await session.dispose();
