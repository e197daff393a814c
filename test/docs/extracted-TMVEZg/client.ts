import { defineRpcClientTool, RpcClient } from "@oh-my-pi/pi-coding-agent";

await using client = new RpcClient({ args: ["--no-session"] });
await client.start();
await client.setCustomTools([
	defineRpcClientTool({
		name: "weather",
		description: "Tells the weather of a city.",
		parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
		execute: ({ city }) => `It is raining in ${city}.`,
	}),
]);
const events = await client.promptAndWait("How is the weather in Bern?");
console.log(events.filter(({ type }) => type === "tool_execution_end").length, await client.getLastAssistantText());
