import { expect, setDefaultTimeout, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { guestTerminal, hostTerminal, shareAt, startRelay } from "./shared-room.ts";

setDefaultTimeout(60_000);

const room = randomBytes(16).toString("base64url");
const secret = randomBytes(48).toString("base64url");
const link = `ws://localhost:7475/r/${room}.${secret}`;

async function expectRefused(omp: OmpProject, args: readonly string[], stdin?: string): Promise<void> {
	const { stdout, stderr, exitCode } = await omp.run(args, stdin === undefined ? {} : { stdin });
	expect({ args, exitCode, isRefused: exitCode !== 0 && `${stdout}${stderr}`.length > 0 }).toEqual({
		args,
		exitCode,
		isRefused: true,
	});
	expect(`${stdout}${stderr}`).not.toContain(secret);
}

verifies("agents:collab:link-is-no-prompt", async () => {
	await using omp = await ompProject({ otherwise: () => text("I was asked.") });
	const joined = await omp.run(["join", link], { stdin: "" });
	expect(joined).toMatchObject({
		exitCode: 1,
		stdout: "",
		stderr: expect.stringMatching(/^Error: omp join needs a terminal/),
	});
	for (const line of [`/join ${link}`, link, `"${link}"`, `omp join ${link}`, `/join ${link.slice(0, -7)}`]) {
		await expectRefused(omp, ["-p", line]);
		await expectRefused(omp, ["-p", "--mode", "json", line]);
		await expectRefused(omp, [line]);
		await expectRefused(omp, ["-p"], `${line}\n`);
	}
	expect(omp.model.requests).toHaveLength(0);
	// The control: a text with a link in it is the user's to send.
	expect((await omp.run(["-p", `What does ${link} mean?`])).exitCode).toBe(0);
	expect(omp.model.requests).toHaveLength(1);
});

test("a link that is sent over RPC or ACP is an error", async () => {
	await using omp = await ompProject({ otherwise: () => text("I was asked.") });
	for (const message of [`/join ${link}`, link]) {
		const lines = [
			{ id: "1", type: "prompt", message },
			{ id: "2", type: "get_state" },
		];
		const { stdout } = await omp.run(["--mode", "rpc"], {
			stdin: lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
		});
		const frames = stdout
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line));
		expect(frames.filter(({ type, success }) => type === "response" && success === false)).toHaveLength(1);
		const calls = [
			{ jsonrpc: "2.0", id: 0, method: "initialize", params: { protocolVersion: 1, clientCapabilities: {} } },
			{ jsonrpc: "2.0", id: 1, method: "session/new", params: { cwd: omp.path, mcpServers: [] } },
		];
		const child = Bun.spawn([...omp.command, "acp"], {
			cwd: omp.path,
			env: omp.env,
			stdin: "pipe",
			stdout: "pipe",
			stderr: "ignore",
		});
		let output = "";
		const reading = (async () => {
			for await (const chunk of child.stdout) output += new TextDecoder().decode(chunk);
		})();
		for (const call of calls) child.stdin.write(`${JSON.stringify(call)}\n`);
		const answers = () =>
			output
				.split("\n")
				.filter(Boolean)
				.map((line) => JSON.parse(line));
		const { result } = await until(() => answers().find(({ id }) => id === 1));
		const params = { sessionId: result.sessionId, prompt: [{ type: "text", text: message }] };
		child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 2, method: "session/prompt", params })}\n`);
		const answer = await until(() => answers().find(({ id, method }) => id === 2 && method === undefined));
		expect({ message, isError: answer.error !== undefined }).toEqual({ message, isError: true });
		child.kill();
		await Promise.all([child.exited, reading]);
	}
	expect(omp.model.requests).toHaveLength(0);
});

verifies("agents:collab:join-fails", async () => {
	await using omp = await ompProject({ otherwise: () => text("I was asked.") });
	await using relay = await startRelay(omp);
	const gone = `ws://127.0.0.1:${relay.port}/r/${room}.${secret}`;
	for (const [bad, line] of [
		[gone, /Nobody shares this session now/],
		[gone.slice(0, -5), /The link is incomplete/],
		["nonsense", /This is no link to a shared session/],
	] as const) {
		await using terminal = ptyRun([...omp.command, "join", bad], { cols: 120, rows: 30, cwd: omp.path, env: omp.env });
		await terminal.waitFor(line);
		expect((await terminal.exit).code).toBe(1);
		const seen = terminal.history();
		expect(seen.match(new RegExp(line.source, "g"))).toHaveLength(1);
		expect(seen).not.toMatch(/No model|\/login|Never ask|yolo|Acme|sandbox|Welcome/i);
	}
	expect(omp.model.requests).toHaveLength(0);
});

test("/join inside a session stays there when it fails", async () => {
	await using omp = await ompProject({});
	await using terminal = ptyRun([...omp.command, "--yolo"], { cols: 120, rows: 40, cwd: omp.path, env: omp.env });
	await terminal.waitFor("Acme One");
	terminal.type("/join nonsense\r");
	await terminal.waitFor("This is no link to a shared session");
	terminal.type(`${link}\r`);
	await terminal.waitFor("It is not sent to the model");
	expect(omp.model.requests).toHaveLength(0);
	terminal.kill("SIGTERM");
});

verifies("agents:collab:guest-sees-host", async () => {
	await using omp = await ompProject({ replies: [text("Said here.")], files: { "a.txt": "a" } });
	await using relay = await startRelay(omp);
	await using host = hostTerminal(omp, ["--approval-mode", "always-ask"]);
	const { terminal } = await shareAt(host, relay.port);
	await using guestHome = await ompProject({ connected: false });
	await using guest = guestTerminal(guestHome, terminal);
	await guest.waitFor("2 here");
	await guest.waitFor("ask all");
	const seen = guest.history();
	expect(seen).toContain("Acme One");
	expect(seen).toContain("Model: Acme One, approvals: ask before every edit and every command");
	expect(seen).toContain(omp.path.split("/").at(-1) ?? "");
	expect(seen).not.toMatch(/No model|no model|\/login|\/setup|Never ask|yolo|API key|sandbox/i);
	expect(seen).not.toContain(guestHome.path.split("/").at(-1) ?? "");
});

verifies("agents:collab:unbroken-command", async () => {
	await using omp = await ompProject({});
	await using relay = await startRelay(omp);
	const env = { ...omp.env, USER: "Ada" };
	await using host = ptyRun([...omp.command, "--sandbox", "off"], { cols: 80, rows: 60, cwd: omp.path, env });
	await host.waitFor("Acme One");
	host.type(`/collab ws://127.0.0.1:${relay.port}\r`);
	await host.waitFor("/collab stop ends it");
	const written = Bun.stripANSI(host.output());
	const [, command] = /\n(omp join "ws:\/\/127\.0\.0\.1:\d+\/r\/[\w-]{22}\.[\w-]{64}")\r?\n/.exec(written) ?? [];
	expect(command?.length).toBeGreaterThan(80);
});
