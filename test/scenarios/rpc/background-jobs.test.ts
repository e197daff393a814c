import { expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall, toolCalls } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

/** Runs until a file with that name exists. */
const waitingFor = (file: string) => `until [ -e ${file} ]; do sleep 0.02; done`;
const inBackground = (command: string) => toolCall("bash", { i: "Starting", command, async: true });
const waits = toolCall("job", { i: "Waiting", poll: [] });
/** Long timeouts, so that only the test ends the wait. */
const waitLong = "async: { pollWaitDuration: 5m }\n";

verifies("agent-loop:steer:wakes-interruptible-tool", async () => {
	await using omp = await ompProject({ replies: [inBackground(waitingFor("never")), waits, text("Heard.")] });
	await omp.home.write(".omp/agent/config.yml", waitLong);
	await using host = rpcHost(omp);
	await host.ask({ id: "p", type: "prompt", message: "go" });
	await host.frame({ type: "tool_execution_start", toolName: "job" });
	await host.ask({ id: "s", type: "steer", message: "never mind" });
	await until(() => omp.model.requests.length === 3);
	const last = JSON.stringify(omp.model.requests[2]);
	expect(last).toContain("## Still Running (1)");
	expect(last).toContain("never mind");
});

test("with interrupt mode wait, steering does not wake a waiting tool", async () => {
	await using omp = await ompProject({
		replies: [inBackground(`${waitingFor("go")}; echo finished`), waits, text("Heard.")],
	});
	await omp.home.write(".omp/agent/config.yml", `${waitLong}interruptMode: wait\n`);
	await using host = rpcHost(omp);
	await host.ask({ id: "p", type: "prompt", message: "go" });
	await host.frame({ type: "tool_execution_start", toolName: "job" });
	await host.ask({ id: "s", type: "steer", message: "never mind" });
	await omp.files.write("go", "");
	await until(() => omp.model.requests.length === 3);
	const last = JSON.stringify(omp.model.requests[2]);
	expect(last).toContain("## Completed (1)");
	expect(last).toContain("never mind");
});

verifies("agent-loop:settle:non-terminal-with-jobs", async () => {
	await using omp = await ompProject({
		replies: [inBackground(`${waitingFor("go")}; echo the result`), text("Waiting."), text("Got it.")],
	});
	await using host = rpcHost(omp);
	await host.ask({ id: "p", type: "prompt", message: "go" });
	await host.frame({ type: "agent_end", isTerminal: false });
	const from = host.frames.length;
	await omp.files.write("go", "");
	await host.frame({ type: "agent_end", isTerminal: true }, { from });
	const types = host.frames.slice(from).map(({ type }) => type);
	expect(types[0]).toBe("agent_start");
	expect(host.frames.slice(from)).toContainEqual(
		expect.objectContaining({
			type: "message_end",
			message: expect.objectContaining({ role: "custom", customType: "async-result" }),
		}),
	);
	expect(JSON.stringify(omp.model.requests[2])).toContain("the result");
});

test("a job result is delivered between two requests without skipping tool calls", async () => {
	await using omp = await ompProject({
		replies: [
			inBackground(`${waitingFor("go")}; echo from behind; touch finished`),
			toolCalls(
				{ name: "bash", arguments: { i: "One", command: `touch go; ${waitingFor("finished")}; echo in front` } },
				{ name: "eval", arguments: { cells: [{ language: "js", code: "'after' + 'wards'" }] } },
			),
			text("Done."),
			text("Seen."),
		],
	});
	await using host = rpcHost(omp);
	await host.ask({ id: "p", type: "prompt", message: "go" });
	await until(() => JSON.stringify(omp.model.requests).includes("Background job bg_1 has completed"));
	const sent = JSON.stringify(omp.model.requests);
	for (const expected of ["in front", "afterwards", "from behind"]) expect(sent).toContain(expected);
	expect(sent).not.toContain("Skipped due to");
});

verifies("agent-loop:abort:deliberate-interrupt", async () => {
	const command = `${waitingFor("go")}; echo the result; touch finished`;
	const hang = toolCall("bash", { i: "Hanging", command: "sleep 300" });
	await using omp = await ompProject({ replies: [inBackground(command), hang, text("Going on."), text("Thanks.")] });
	await using host = rpcHost(omp);
	await host.ask({ id: "p", type: "prompt", message: "go" });
	await host.frame({ type: "tool_execution_start", args: { command: "sleep 300" } });
	await host.ask({ id: "a", type: "abort" });
	// Nothing resumes it, although the job still runs.
	await host.frame({ type: "agent_end", isTerminal: true });
	await omp.files.write("go", "");
	await until(async () => (await omp.files.read("finished").catch(() => undefined)) !== undefined);
	expect(omp.model.requests).toHaveLength(2);
	await host.ask({ id: "n", type: "prompt", message: "and now" });
	await until(() => JSON.stringify(omp.model.requests).includes("Background job bg_1 has completed"));
	expect(JSON.stringify(omp.model.requests[2])).toContain("and now");
});
