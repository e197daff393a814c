import { expect } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { delivered, gate, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const hands = (data: unknown) => toolCall("yield", { result: { data } });
const task = (name: string) => toolCall("task", { i: "Delegating", context: "c", tasks: [{ name, task: "Count" }] });

verifies(
	"rpc-sdk-acp:rpc:subagents",
	async () => {
		const held = gate();
		await using omp = await ompProject({
			replies: [
				task("Alpha"),
				delivered(hands("seven"), { hold: { afterChunks: 0, gate: held } }),
				text("There are seven."),
				task("Beta"),
				task("Inner"),
				hands("inner"),
				hands("beta"),
				text("Done."),
			],
		});
		await using host = rpcHost(omp, { args: ["--trust"] });
		// RPC starts with the defaults of these settings, so agents run in the background unless told otherwise.
		await omp.home.write(
			".omp/agent/agents/task.md",
			"---\nname: task\ndescription: D\nblocking: true\nspawns: '*'\n---\nWork.",
		);
		expect(await host.ask({ id: "l", type: "set_subagent_subscription", level: "progress" })).toMatchObject({
			data: { level: "progress" },
		});
		await host.ask({ id: "p", type: "prompt", message: "go" });
		await host.frame({ type: "subagent_lifecycle", payload: { id: "Alpha", status: "started" } });
		await until(() => omp.model.requests.length === 2);
		const { data } = (await host.ask({ id: "g", type: "get_subagents" })) as unknown as {
			data: { subagents: Record<string, unknown>[] };
		};
		expect(data.subagents).toMatchObject([
			{
				id: "Alpha",
				index: 0,
				agent: "task",
				status: "started",
				task: "Count",
				assignment: "Count",
				progress: { status: "running" },
			},
		]);
		held.open();
		await host.frame({ type: "subagent_lifecycle", payload: { id: "Alpha", status: "completed" } });
		await host.frame({ type: "agent_end" });
		expect(host.frames.some(({ type }) => type === "subagent_progress")).toBe(true);
		expect(host.frames.some(({ type }) => type === "subagent_event")).toBe(false);
		expect(await host.ask({ id: "h", type: "get_subagents" })).toMatchObject({ data: { subagents: [] } });
		const part = (await host.ask({ id: "m", type: "get_subagent_messages", subagentId: "Alpha" })) as unknown as {
			data: { nextByte: number; messages: { role: string }[] };
		};
		expect(part.data.messages.map(({ role }) => role)).toEqual(["user", "assistant", "toolResult"]);
		const rest = await host.ask({
			id: "n",
			type: "get_subagent_messages",
			subagentId: "Alpha",
			fromByte: part.data.nextByte,
		});
		expect(rest).toMatchObject({ data: { fromByte: part.data.nextByte, messages: [] } });
		// With all events, also those of agents of agents.
		await host.ask({ id: "e", type: "set_subagent_subscription", level: "events" });
		const from = host.frames.length;
		await host.ask({ id: "q", type: "prompt", message: "again" });
		await host.frame({ type: "agent_end" }, { from });
		const events = host.frames.slice(from).filter(({ type }) => type === "subagent_event");
		expect(new Set(events.map(({ payload }) => (payload as { id: string }).id))).toEqual(
			new Set(["Beta", "Beta.Inner"]),
		);
		expect(await host.ask({ id: "i", type: "get_subagent_messages", subagentId: "Beta.Inner" })).toMatchObject({
			data: { messages: [{ role: "user" }, { role: "assistant" }, { role: "toolResult" }] },
		});
	},
	60_000,
);
