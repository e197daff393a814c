import { type Reply, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";

/** A model that has one sub-agent work, waits for "three doors" as its result, and ends. `child` answers the sub-agent. */
export function delegates(child: (soFar: string) => Reply, agent?: string): (body: Record<string, unknown>) => Reply {
	const tasks = [{ name: "Scout", task: "Look around", ...(agent !== undefined && { agent }) }];
	return ({ system, messages }) => {
		const soFar = JSON.stringify(messages);
		if (JSON.stringify(system).includes("You are `Scout`")) return child(soFar);
		if (soFar.includes("three doors")) return text("Done.");
		if (soFar.includes("tool_result")) return text("Waiting.");
		return toolCall("task", { i: "Delegating", context: "c", tasks });
	};
}
