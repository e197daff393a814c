import { expect } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { type RpcHost, rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

/** Output of a command that needs no model. */
async function output(host: RpcHost, line: string): Promise<string> {
	const from = host.frames.length;
	await host.ask({ id: `c${from}`, type: "prompt", message: line });
	return String((await host.frame({ type: "command_output" }, { from })).text);
}

async function prompt(host: RpcHost, message: string): Promise<void> {
	const from = host.frames.length;
	await host.ask({ id: `p${from}`, type: "prompt", message });
	await host.frame({ type: "agent_end" }, { from });
}

const state = async (host: RpcHost) =>
	(await host.ask({ id: `s${host.frames.length}`, type: "get_state" })).data as Record<string, unknown>;

verifies("sessions:dump:empty", async () => {
	await using omp = await ompProject();
	await using host = rpcHost(omp);
	expect(await output(host, "/dump")).toBe("No messages to dump yet.");
});

verifies(
	"sessions:dump:text",
	async () => {
		await using omp = await ompProject({ replies: [text("Owls hunt at night."), text("And so do otters.")] });
		await using host = rpcHost(omp, { env: { TMPDIR: omp.home.path } });
		await prompt(host, "tell me about owls");
		const dumped = await output(host, "/dump");
		for (const part of ["# System prompt", "# Tools", "## user\n\ntell me about owls", "Owls hunt at night."]) {
			expect(dumped).toContain(part);
		}
		const path = /^Request: (.*)$/m.exec(dumped)?.[1] ?? "";
		expect(statSync(path).mode & 0o777).toBe(0o600);
		const request = JSON.parse(await readFile(path, "utf8"));
		await prompt(host, "and otters?");
		const sent = omp.model.requests[1]?.messages as Array<{ role: string }>;
		expect(request.messages.map(({ role }: { role: string }) => role)).toEqual(
			sent.slice(0, -1).map(({ role }) => role),
		);
	},
	30_000,
);

verifies(
	"sessions:op:fresh",
	async () => {
		await using omp = await ompProject({ replies: [text("One."), text("Two."), text("Three.")] });
		const models = await omp.home.read(".omp/agent/models.yml");
		await omp.home.write(".omp/agent/models.yml", models.replace("anthropic-messages", "openai-responses"));
		await using host = rpcHost(omp);
		await prompt(host, "first");
		await prompt(host, "second");
		const before = await state(host);
		expect(await output(host, "/fresh")).toStartWith("Fresh provider session started");
		const { sessionFile, sessionId, messageCount } = await state(host);
		expect({ sessionFile, sessionId, messageCount }).toEqual({
			sessionFile: before.sessionFile,
			sessionId: before.sessionId,
			messageCount: 4,
		});
		await prompt(host, "third");
		const keys = omp.model.requests.map(({ prompt_cache_key: key }) => key);
		expect(keys[0]).toBe(keys[1] as string);
		expect(keys[2]).not.toBe(keys[1] as string);
		const third = JSON.stringify(omp.model.requests[2]);
		for (const said of ["first", "One.", "second", "Two.", "third"]) expect(third).toContain(said);
	},
	30_000,
);

verifies(
	"sessions:op:delete",
	async () => {
		await using omp = await ompProject({ replies: [text("One.")] });
		await using host = rpcHost(omp);
		await prompt(host, "first");
		await host.ask({ id: "b", type: "bash", command: "seq 1 60000" });
		const { sessionFile, sessionId } = await state(host);
		const file = String(sessionFile);
		const artifacts = file.slice(0, -".jsonl".length);
		expect([existsSync(file), existsSync(artifacts)]).toEqual([true, true]);
		expect(await output(host, "/session delete")).toBe(`Session deleted: ${file}`);
		expect([existsSync(file), existsSync(artifacts)]).toEqual([false, false]);
		const after = await state(host);
		expect(after.sessionId).not.toBe(sessionId as string);
		expect(after.messageCount).toBe(0);
		await host.end();

		omp.model.script(text("Two."));
		await using terminal = ptyRun([...omp.command], { cols: 100, rows: 30, cwd: omp.path, env: omp.env });
		await terminal.waitFor("Acme One");
		terminal.type("second\r");
		await terminal.waitFor("Two.");
		const [session] = await omp.sessions();
		const breadcrumbs = () => {
			const folder = join(omp.agentDir, "terminal-sessions");
			return readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
		};
		expect(breadcrumbs()).toEqual([expect.stringContaining(String(session?.[0]?.id))]);
		terminal.type("/session delete\r");
		await terminal.waitFor("Delete it");
		terminal.type("\x1b[B\r");
		await until(async () => (await omp.sessions()).length === 0);
		await until(() => !breadcrumbs().some((crumb) => crumb.includes(String(session?.[0]?.id))));
	},
	30_000,
);
