import { expect, setDefaultTimeout, test } from "bun:test";
import { acpClient } from "@oh-my-pi/pi-testkit/servers/acp-client";
import { text, toolCall, toolCalls } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { advise, advisorLog, advisorProject } from "./advisor-project.ts";

setDefaultTimeout(90_000);

test("an RPC host starts without the user's advisor, switches it on, and gets its notes as messages", async () => {
	await using omp = await advisorProject({
		primary: [text("One."), text("Two.")],
		advisor: [advise("Mind the gap", "nit")],
	});
	await using host = rpcHost(omp);
	await host.ask({ id: "p", type: "prompt", message: "go" });
	await host.frame({ type: "agent_end" });
	expect(omp.advisor()).toHaveLength(0);
	await host.ask({ id: "c", type: "prompt", message: "/advisor on" });
	const from = host.frames.length;
	await host.ask({ id: "q", type: "prompt", message: "again" });
	await host.frame({ type: "agent_end" }, { from });
	await until(() =>
		host.frames
			.slice(from)
			.some(({ type, message }) => type === "message_end" && JSON.stringify(message).includes("Mind the gap")),
	);
	await until(async () => (await advisorLog(omp)).includes("Delivered."));
	expect(omp.primary()).toHaveLength(2);
	expect(JSON.stringify(omp.advisor()[0])).not.toContain("One.");
});

verifies("agent-loop:queue:aside-at-step-boundary", async () => {
	const waiting = "until [ -e go ]; do sleep 0.02; done";
	await using omp = await advisorProject({
		primary: [
			toolCall("bash", { command: "until [ -e done ]; do sleep 0.02; done; echo finished", async: true }),
			toolCalls(
				{ name: "bash", arguments: { command: `touch running; ${waiting}` } },
				{ name: "bash", arguments: { command: "touch second" } },
			),
			text("Heard."),
		],
		advisor: [advise("Mind the gap", "nit")],
	});
	await omp.files.write(
		"a.yml",
		'advisor: { enabled: true, syncBacklog: "off" }\nasync: { enabled: true }\ntools: { approvalMode: yolo }\n',
	);
	await using host = rpcHost(omp, { args: ["--config", `${omp.path}/a.yml`] });
	await host.ask({ id: "p", type: "prompt", message: "go" });
	await until(() => Bun.file(`${omp.path}/running`).exists());
	await omp.files.write("done", "");
	await until(async () => (await advisorLog(omp)).includes("Delivered."));
	await omp.files.write("go", "");
	await until(() => omp.primary().length >= 3);
	const third = JSON.stringify(omp.primary()[2]);
	expect(third).toContain("Mind the gap");
	expect(third).toContain("finished");
	expect(third).not.toContain("Skipped due to");
	expect(await Bun.file(`${omp.path}/second`).exists()).toBe(true);
});

test("over ACP a blocker after the answer starts no run; the next prompt brings it", async () => {
	await using omp = await advisorProject({
		primary: [text("One."), text("Two.")],
		advisor: [advise("This loses data", "blocker")],
	});
	await using acp = await acpClient(omp);
	const sessionId = await acp.newSession();
	await acp.prompt(sessionId, "go");
	await until(async () => (await advisorLog(omp)).includes("Delivered."));
	expect(omp.primary()).toHaveLength(1);
	await acp.prompt(sessionId, "again");
	expect(omp.primary()).toHaveLength(2);
	expect(JSON.stringify(omp.primary()[1])).toContain("This loses data");
});
