import { describe, expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { type RpcFrame, rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { missing, shapeOf } from "./shape.ts";
import { examples, workedTrace } from "./spec-examples.data.ts";

/** A recorded run with every kind of frame of the examples. */
async function recorded(): Promise<readonly RpcFrame[]> {
	await using omp = await ompProject({
		replies: [
			toolCall("bash", { i: "say hi", command: "echo hi" }, { thinking: "hmm", text: "Listing." }),
			text("Done."),
			toolCall("echo_host", { i: "call", message: "hello" }),
			text("And done."),
		],
	});
	await using host = rpcHost(omp);
	const parameters = { type: "object", properties: { message: { type: "string" } } };
	host.send("{not json", { type: "unknown_cmd" });
	await host.ask({ id: "s", type: "get_state" });
	host.send({ id: "p1", type: "prompt", message: "go" });
	await host.frame({ type: "agent_end" });
	await host.ask({ id: "stats", type: "get_session_stats" });
	await host.ask({ id: "b", type: "bash", command: "echo a" });
	await host.ask({ id: "r", type: "prompt", message: "/rename Foo Bar" });
	await host.ask({ id: "m", type: "prompt", message: "/model acme/a-2" });
	await host.ask({ id: "pg", type: "get_messages_page", limit: 2 });
	await host.ask({ id: "lp", type: "get_login_providers" });
	await host.ask({
		id: "ht",
		type: "set_host_tools",
		tools: [{ name: "echo_host", description: "Echoes.", parameters }],
	});
	host.send({ id: "p2", type: "prompt", message: "call the host" });
	const call = await host.frame({ type: "host_tool_call" });
	host.send({ type: "host_tool_result", id: call.id, result: { content: [{ type: "text", text: "done" }] } });
	await host.frame({ type: "agent_end" }, { from: host.frames.indexOf(call) });
	return [...host.frames];
}

describe("frames have the shape of the examples", async () => {
	const frames = await recorded();

	test.each(examples.map((example) => [example.name, example] as const))("%s", (_name, { match, example }) => {
		const candidates = frames.filter((frame) => Bun.deepMatch(match, frame));
		expect(candidates.length).toBeGreaterThan(0);
		const lacks = candidates.map((frame) => missing(shapeOf(example), shapeOf(frame)));
		expect(lacks.toSorted((a, b) => a.length - b.length)[0]).toEqual([]);
	});

	test("a run has the events of the specified trace, in order", () => {
		const start = frames.findIndex(({ type }) => type === "agent_start");
		const end = frames.findIndex(({ type }) => type === "agent_end");
		const labels = frames.slice(start, end + 1).map(labelOf);
		expect(labels.filter((label, index) => label !== labels[index - 1])).toEqual([...workedTrace]);
	});
});

function labelOf(frame: RpcFrame): string {
	const { type, message, assistantMessageEvent } = frame as {
		type: string;
		message?: { role: string };
		assistantMessageEvent?: { type: string };
	};
	if (type === "message_update") return `update ${assistantMessageEvent?.type}`;
	return message && type !== "turn_end" ? `${type} ${message.role}` : type;
}
