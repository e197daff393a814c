import { expect } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import type { ModelServer } from "@oh-my-pi/pi-testkit/servers/model-server";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { atTerminal } from "../at-terminal.ts";
import type { Machine } from "./machine.ts";

/** One answer in print mode, over RPC and in a terminal, with tools that need what is embedded. */
export async function smokeTest(command: readonly string[], machine: Machine): Promise<void> {
	const search = toolCall("search", { i: "look", pattern: "needle", paths: ["."] });
	const shell = toolCall("bash", { i: "add", command: "echo $((20 + 22))" });
	const replies = [search, text("Printed."), shell, text("Over RPC."), shell, text("On the screen.")];
	await using project = await ompProject({ files: { "a.txt": "a needle\n" }, replies });
	const env = { ...machine.env, HOME: project.home.path, ACME_KEY: "acme-secret-key", PI_NO_TITLE: "1" };
	const omp = { ...project, env, command };

	const printed = await runCommand([...command, "-p", "find it", "--auto-approve", "--sandbox", "off"], {
		cwd: omp.path,
		env,
	});
	expect(printed).toEqual({ stdout: "Printed.\n", stderr: "", exitCode: 0 });
	expect(lastResult(omp.model)).toContain("a.txt");

	await using host = rpcHost(omp, { args: ["--auto-approve", "--sandbox", "off"] });
	await host.ask({ id: "run", type: "prompt", message: "add" });
	await host.frame({ type: "agent_end" });
	expect(await host.end()).toBe(0);
	expect(lastResult(omp.model)).toContain('"42\\n');

	await using terminal = await atTerminal(omp, { args: ["--auto-approve", "--sandbox", "off"] });
	await terminal.say("add", "On the screen.");
	terminal.type("/exit\r");
	expect((await terminal.exit).code).toBe(0);
	expect(omp.model.requests).toHaveLength(6);
	expect(lastResult(omp.model)).toContain('"42\\n');
}

/** What the model was told last, as JSON. */
function lastResult({ requests }: ModelServer): string {
	const messages = requests.at(-1)?.messages;
	return JSON.stringify(Array.isArray(messages) ? messages.at(-1) : undefined);
}
