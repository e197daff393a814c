import { describe, expect, test } from "bun:test";
import { RpcClient } from "@oh-my-pi/pi-coding-agent/rpc-client";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { stalled, text } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcClient } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { rpcCommands } from "../../../packages/coding-agent/src/modes/rpc/command-list.ts";

describe("RpcClient", () => {
	verifies("rpc-sdk-acp:client:start", async () => {
		await using omp = await ompProject();
		const client = new RpcClient({
			cliPath: omp.command.at(-1),
			cwd: omp.path,
			env: omp.env,
			provider: "acme",
			model: "a-2",
			sessionDir: omp.files.file("kept"),
		});
		await client.start();
		expect(await client.getState()).toMatchObject({
			model: { id: "a-2" },
			sessionFile: expect.stringContaining(omp.files.file("kept")),
		});
		expect(await client.stop()).toBe(0);

		const broken = new RpcClient({ cliPath: omp.command.at(-1), cwd: omp.path, env: omp.env, args: ["--nonsense"] });
		await expect(broken.start()).rejects.toThrow("omp exited with code 2: Error: unknown flag: --nonsense");
		expect(broken.getStderr()).toContain("unknown flag");
		await expect(new RpcClient().getState()).rejects.toThrow("The client is not started");
	});

	verifies("rpc-sdk-acp:client:methods", async () => {
		const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(RpcClient.prototype)).concat(
			Object.getOwnPropertyNames(RpcClient.prototype),
		);
		const special: Record<string, string> = {
			negotiate_protocol: "start",
			set_host_tools: "setCustomTools",
			set_host_uri_schemes: "setHostUriSchemes",
		};
		const camel = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
		const without = rpcCommands
			.map(({ name }) => special[name] ?? camel(name))
			.filter((name) => !methods.includes(name));
		expect(without).toEqual([]);

		await using omp = await ompProject({ replies: [text("Done.")] });
		await using client = await rpcClient(omp);
		const agent: string[] = [];
		client.onEvent(({ type }) => agent.push(type));
		const events = await client.promptAndWait("go");
		expect(events.at(0)).toEqual({ type: "agent_start" });
		expect(events.at(-1)).toMatchObject({ type: "agent_end", isTerminal: true });
		expect(agent).toEqual(events.map(({ type }) => type));
		expect((await client.promptAndWait("/rename Foo")).map(({ type }): string => type)).toEqual([
			"session_info_update",
			"command_output",
		]);
		await client.waitForIdle();
	});

	test("pending calls reject on an error and when the process exits", async () => {
		await using omp = await ompProject({ replies: [stalled(text("x"), 1), text("y")] });
		const client = await rpcClient(omp);
		const running = client.promptAndWait("one").catch((error: Error) => error.message);
		await until(() => omp.model.requests.length === 1);
		await expect(client.promptAndWait("two")).rejects.toThrow("Agent is already processing.");
		const idle = client.waitForIdle().catch((error: Error) => error.message);
		await client.getState();
		process.kill(client.pid ?? 0, "SIGKILL");
		const end = "omp exited with signal SIGKILL";
		expect<unknown[]>(await Promise.all([running, idle])).toEqual([end, end]);
		await expect(client.getState()).rejects.toThrow(end);
	});

	test("stop() aborts a run and saves the session", async () => {
		await using omp = await ompProject({ replies: [text("First."), stalled(text("x"), 1)] });
		const client = await rpcClient(omp);
		await client.promptAndWait("one");
		await client.prompt("two");
		await until(() => omp.model.requests.length === 2);
		expect(await client.stop()).toBe(143);
		const [session] = await omp.sessions();
		expect(session?.at(-1)).toMatchObject({ customType: "session_exit", data: { kind: "signal" } });
	});
});
