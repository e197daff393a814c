// Gives omp a tool of this program, over RPC: omp runs as a process of its own. Works in Bun and in Node 20.
//   bun tool-host.ts "How many orders are open?"      node tool-host.js "How many orders are open?"
import { defineRpcClientTool, RpcClient } from "@oh-my-pi/pi-coding-agent";

const orders = [
	{ id: 1, state: "open" },
	{ id: 2, state: "sent" },
	{ id: 3, state: "open" },
];

const client = new RpcClient({ args: ["--no-session", "--tools", "read"] });
await client.start();
await client.setCustomTools([
	defineRpcClientTool({
		name: "list_orders",
		description: "Lists the orders that have a state.",
		parameters: {
			type: "object",
			properties: { state: { type: "string", enum: ["open", "sent"] } },
			required: ["state"],
		},
		execute: ({ state }) => JSON.stringify(orders.filter((order) => order.state === state)),
	}),
]);
await client.promptAndWait(process.argv[2] ?? "How many orders are open?");
console.log(await client.getLastAssistantText());
await client.stop();
