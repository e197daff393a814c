import { expect, test } from "bun:test";
import { resolve } from "node:path";
import { calls, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { runAtScreen, testScreen } from "../../../packages/coding-agent/src/commands/testing/test-screen.ts";
import type { Dialog } from "../../../packages/coding-agent/src/dialogs/contract/dialog.ts";
import { mcpCommand } from "../../../packages/coding-agent/src/features/mcp/commands/mcp.ts";
import { mcpSession } from "../../../packages/coding-agent/src/features/mcp/session/mcp-session.ts";
import { scriptedWorkbench } from "../../extending/scripted-workbench.ts";
import { type ProtectedServer, startProtectedServer } from "../../scenarios/mcp/protected-server.ts";
import { freePort, loginPorts, serverAt } from "./login-user.ts";

/** `omp mcp login`, with a browser that comes back. */
async function logInByCommand(
	omp: OmpProject,
	visit: (page: string) => Promise<unknown>,
	env: Record<string, string> = {},
) {
	const process = Bun.spawn([...omp.command, "mcp", "login", "tickets"], {
		cwd: omp.path,
		env: { ...omp.env, ...env },
		stdin: "ignore",
		stdout: "pipe",
		stderr: "pipe",
	});
	let shown = "";
	const decoder = new TextDecoder();
	for await (const chunk of process.stderr) {
		shown += decoder.decode(chunk, { stream: true });
		const [page] = /^ {2}http\S+\n/m.exec(shown) ?? [];
		if (page) {
			await visit(page.trim());
			break;
		}
	}
	return { stdout: await new Response(process.stdout).text(), exitCode: await process.exited, shown };
}

verifies("mcp:oauth:credential-url-and-profile", async () => {
	await using web = await startProtectedServer();
	const definition = `{ "mcpServers": { "tickets": { "type": "http", "url": "\${TICKETS}/mcp" } } }\n`;
	const replies = [toolCall("mcp__tickets_read_ticket", {}), text("Done."), text("Done.")];
	await using omp = await ompProject({ files: { ".omp/mcp.json": definition }, replies });
	const env = { TICKETS: new URL(web.url).origin };
	expect((await omp.run(["trust", "allow"], { env })).exitCode).toBe(0);
	const before = await omp.run(["mcp", "test", "tickets"], { env });
	expect(before.stderr).toContain("The server needs a login: /mcp reauth tickets, or omp mcp login tickets.");
	const visit = async (page: string) => fetch(await web.login.followAsUser(page));
	expect(await logInByCommand(omp, visit, env)).toMatchObject({ stdout: 'Logged in to "tickets".\n', exitCode: 0 });
	// The file has not changed, and asks for no trust again.
	expect(await omp.files.read(".omp/mcp.json")).toBe(definition);
	const run = await omp.run(["--approval-mode", "yolo", "-p", "go"], { env });
	expect(run).toEqual({ stdout: "Done.\n", stderr: "", exitCode: 0 });
	expect(JSON.stringify(omp.model.requests[1])).toContain("read_ticket done");
	// Another profile has its own, which is none so far.
	const other = await omp.run(["mcp", "test", "tickets"], { env: { ...env, OMP_PROFILE: "work" } });
	expect(other.exitCode).toBe(1);
	// Nothing of it in any file but the database.
	const tokens = web.seen.flatMap(({ token }) => token ?? []);
	for await (const file of new Bun.Glob("**/*").scan({ cwd: omp.home.path, dot: true })) {
		if (file.includes("agent.db")) continue;
		const content = await Bun.file(omp.home.file(file)).text();
		expect([file, tokens.some((token) => content.includes(token))]).toEqual([file, false]);
	}
	expect((await omp.run(["mcp", "logout", "tickets"], { env })).stdout).toBe('Deleted the login to "tickets".\n');
	const after = await omp.run(["mcp", "logout", "tickets"], { env });
	expect(after).toEqual({ stdout: 'No login is stored for "tickets".\n', stderr: "", exitCode: 0 });
	expect((await omp.run(["mcp", "test", "tickets"], { env })).exitCode).toBe(1);
	// Without a login the session goes on, and says once what is missing.
	const without = await omp.run(["-p", "go"], { env });
	expect(without).toMatchObject({ stdout: "Done.\n", exitCode: 0 });
	expect(without.stderr.match(/omp mcp login tickets/g)).toHaveLength(1);
});

test("the example server of the official SDK takes the login, for itself only", async () => {
	await using omp = await ompProject();
	const [port, loginPort] = [await freePort(), await freePort()];
	const script = "@modelcontextprotocol/sdk/dist/esm/examples/server/simpleStreamableHttp.js";
	const path = resolve(import.meta.dir, "../../../node_modules", script);
	const server = Bun.spawn([process.execPath, path, "--oauth", "--oauth-strict"], {
		env: { ...process.env, MCP_PORT: String(port), MCP_AUTH_PORT: String(loginPort) },
		stdout: "ignore",
		stderr: "ignore",
	});
	try {
		const url = `http://localhost:${port}/mcp`;
		await until(() => fetch(url).then(() => true));
		await omp.run(["mcp", "add", "tickets", url]);
		expect((await omp.run(["mcp", "test", "tickets"])).stderr).toContain("The server needs a login");
		// It lets everybody in at once.
		expect(await logInByCommand(omp, (page) => fetch(page))).toMatchObject({ exitCode: 0 });
		const { stdout } = await omp.run(["mcp", "test", "tickets"]);
		expect(stdout).toContain('Connected to "tickets": simple-streamable-http-server');
		expect(stdout).toContain("greet");
	} finally {
		server.kill();
		await server.exited;
	}
}, 40_000);

/** A session with the server, as the user has defined it. */
async function sessionWith(web: ProtectedServer, answers: Parameters<typeof scriptedWorkbench>[0] = []) {
	const omp = await scriptedWorkbench(answers);
	const { agentDir } = omp.workbench;
	const servers = { tickets: { type: "http", url: web.url } };
	await Bun.write(`${agentDir}/mcp.json`, JSON.stringify({ mcpServers: servers }));
	return omp;
}

/** A screen whose user answers dialogs by their title and what they show. */
function screenOf(web: ProtectedServer, answer: (title: string) => unknown = () => true) {
	const asked: string[] = [];
	const opened: string[] = [];
	const ask = async <Result>(dialog: Dialog<Result>): Promise<Result | undefined> => {
		asked.push(dialog.title);
		return (answer(dialog.title) ?? new Promise(() => {})) as Promise<Result>;
	};
	const openBrowser = (page: string) => {
		opened.push(page);
		void web.login.followAsUser(page).then((end) => fetch(end));
	};
	return { ...testScreen({ ask, openBrowser }), asked, opened };
}

verifies("mcp:command:auth", async () => {
	await using web = await startProtectedServer();
	await using omp = await sessionWith(web);
	const { session } = omp;
	const screen = screenOf(web, () => undefined);
	const run = (args: string) => runAtScreen(mcpCommand, args, session, screen.ports);
	const stored = () => session.registry.store.current?.list() ?? [];
	const manager = await mcpSession(session).manager();
	const state = () => manager.status().map((one) => [one.state, one.needsLogin]);

	expect(await run("reauth tickets")).toMatchObject({ level: "info", text: 'Logged in to "tickets", and connected.' });
	expect(state()).toEqual([["connected", false]]);
	const [first] = stored();
	expect(await run("reauth tickets")).toMatchObject({ level: "info" });
	const [second, ...more] = stored();
	expect(more).toEqual([]);
	expect(second).not.toEqual(first);
	expect(screen.opened).toHaveLength(2);

	expect(await run("unauth tickets")).toMatchObject({ level: "info", text: 'Deleted the login to "tickets".' });
	expect(stored()).toEqual([]);
	await until(() => manager.status()[0]?.needsLogin === true);
	expect(await run("list")).toMatchObject({ text: expect.stringContaining("omp mcp login tickets") });
	expect(await run("unauth tickets")).toMatchObject({ text: 'No login is stored for "tickets".' });
	expect(await run("reauth nothing")).toMatchObject({ level: "error", text: 'Server "nothing" not found' });
	expect(await run("reauth")).toMatchObject({ level: "error", text: "One name is needed: /mcp reauth <name>" });
	// Where only text can be sent there is no browser.
	const call = { args: "reauth tickets", session, commands: { list: async () => [] } };
	expect(await mcpCommand.run?.(call)).toMatchObject({
		level: "error",
		text: "A login needs the interactive client. Without it: omp mcp login tickets",
	});
});

test("/mcp reauth: a closed dialog leaves the login open, and a failed one keeps what there was", async () => {
	await using web = await startProtectedServer();
	await using omp = await sessionWith(web);
	const { session } = omp;
	const screen = screenOf(web, () => undefined);
	await runAtScreen(mcpCommand, "reauth tickets", session, screen.ports);
	const [kept] = session.registry.store.current?.list() ?? [];
	const closing = testScreen({ ask: async () => undefined, openBrowser: (page) => void opened.push(page) });
	const opened: string[] = [];
	const left = await runAtScreen(mcpCommand, "reauth tickets", session, closing.ports);
	expect(left).toMatchObject({ text: expect.stringContaining("The login to MCP server tickets is still open") });
	expect(session.registry.store.current?.list()).toEqual(kept ? [kept] : []);
	const { finishLogin } = await import("../../../packages/coding-agent/src/commands/system/login/run-login.ts");
	const end = await web.login.followAsUser(opened[0] ?? "");
	expect(await finishLogin(end, closing.ports)).toMatchObject({ text: 'Logged in to "tickets", and connected.' });
	expect(session.registry.store.current?.list()).not.toEqual(kept ? [kept] : []);
});

test("/mcp add offers the login that a server needs, and writes nothing when nobody wants it", async () => {
	await using web = await startProtectedServer();
	await using omp = await scriptedWorkbench([]);
	const { session, workbench } = omp;
	const file = () => Bun.file(`${workbench.agentDir}/mcp.json`);
	const add = `add tickets --scope user --url ${web.url}`;
	const refusing = screenOf(web, () => false);
	expect(await runAtScreen(mcpCommand, add, session, refusing.ports)).toEqual({ kind: "done" });
	expect(refusing.asked).toEqual(["Log in?"]);
	expect(await file().exists()).toBe(false);
	const screen = screenOf(web, (title) => (title === "Log in?" ? true : undefined));
	expect(await runAtScreen(mcpCommand, add, session, screen.ports)).toMatchObject({
		text: 'Logged in to "tickets", and connected.',
	});
	expect(screen.opened).toHaveLength(1);
	const { mcpServers } = await file().json();
	expect(mcpServers).toEqual({ tickets: { type: "http", url: web.url } });
	// What is stored counts for the test of a definition, too.
	const again = screenOf(web);
	const second = await runAtScreen(mcpCommand, add.replace("tickets", "more"), session, again.ports);
	expect(second).toMatchObject({ text: expect.stringContaining('Connected to "more"') });
	expect(again.asked).toEqual([]);
});

verifies("mcp:tool:auth-challenge", async () => {
	await using web = await startProtectedServer();
	await using omp = await sessionWith(web, [
		calls({ name: "mcp__tickets_write_ticket", arguments: {} }),
		says("written"),
		calls({ name: "mcp__tickets_read_ticket", arguments: {} }),
		says("read"),
	]);
	const { session, workbench } = omp;
	const questions: string[] = [];
	const user = loginPorts({ visit: async (page) => fetch(await web.login.followAsUser(page)) });
	workbench.frontEnd.connect({
		approve: async () => ({ choice: "approve" }),
		logIn: async ({ question, run }) => {
			questions.push(question);
			await run(user.ports);
			return true;
		},
	});
	const manager = await mcpSession(session).manager();
	manager.connect([serverAt(web.url)]);
	await manager.ready(10_000);
	// It has a login, but one that may only read.
	await manager.logIn("tickets", user.ports);
	await omp.prompt("write");
	expect(omp.lastResult()).toContain("write_ticket done");
	expect(questions).toEqual([
		`The MCP server "tickets" at ${web.url} needs a login with more permissions (tickets:write). Open the browser?`,
	]);
	// What was granted before is asked for again.
	const scopes = user.opened.map((page) => new URL(page).searchParams.get("scope"));
	expect(scopes).toEqual(["tickets:read offline_access", "tickets:read tickets:write offline_access"]);
	expect(web.seen.filter(({ method }) => method === "tools/call").map(({ status }) => status)).toEqual([403, 200]);

	// The login ends altogether: one more question, and the call is made.
	for (const { token } of web.seen) if (token) web.refused.add(token);
	const [row] = session.registry.store.current?.list() ?? [];
	if (row?.type === "oauth") await web.login.forgetClient(String(Reflect.get(row.tokens, "clientId")));
	await omp.prompt("read");
	expect(omp.lastResult()).toContain("read_ticket done");
	expect(questions).toHaveLength(2);
});

test("a tool that asks for a login in its result gets it; who says no is asked once, and nobody is asked without a screen", async () => {
	await using web = await startProtectedServer({ asksInResult: true });
	const call = () => calls({ name: "mcp__tickets_read_ticket", arguments: {} });
	await using omp = await sessionWith(web, [
		call(),
		says("1"),
		call(),
		says("2"),
		call(),
		says("3"),
		call(),
		says("4"),
	]);
	const { session, workbench } = omp;
	const approve = async () => ({ choice: "approve" }) as const;
	const manager = await mcpSession(session).manager();
	manager.connect([serverAt(web.url)]);
	await manager.ready(10_000);
	workbench.frontEnd.connect({ approve });
	await omp.prompt("go");
	expect(omp.lastResult()).toContain("Error: log in");
	let asked = 0;
	const decline = async () => {
		asked++;
		return false;
	};
	workbench.frontEnd.connect({ approve, logIn: decline });
	await omp.prompt("go");
	await omp.prompt("go");
	expect(omp.lastResult()).toContain("Error: log in");
	expect(asked).toBe(1);
	// The user changes their mind.
	const user = loginPorts({ visit: async (page) => fetch(await web.login.followAsUser(page)) });
	await manager.logIn("tickets", user.ports);
	await omp.prompt("go");
	expect(omp.lastResult()).toContain("read_ticket done");
});

test("a server that repeats a refused token does not get it into a message", async () => {
	await using web = await startProtectedServer();
	await using omp = await sessionWith(web, [calls({ name: "mcp__tickets_write_ticket", arguments: {} }), says("no")]);
	const { session, workbench } = omp;
	workbench.frontEnd.connect({ approve: async () => ({ choice: "approve" }) });
	const manager = await mcpSession(session).manager();
	manager.connect([serverAt(web.url)]);
	await manager.ready(10_000);
	await manager.logIn(
		"tickets",
		loginPorts({ visit: async (page) => fetch(await web.login.followAsUser(page)) }).ports,
	);
	await omp.prompt("write");
	expect(omp.lastResult()).toContain("HTTP 403: not with …");
	expect(omp.lastResult()).toContain("/mcp reauth tickets");
	const tokens = web.seen.flatMap(({ token }) => token ?? []);
	expect(tokens.length).toBeGreaterThan(0);
	for (const token of tokens) expect(JSON.stringify(omp.requests)).not.toContain(token);
});

test("a server that never has enough is asked about once", async () => {
	await using web = await startProtectedServer();
	const call = () => calls({ name: "mcp__tickets_read_ticket", arguments: {} });
	await using omp = await sessionWith(web, [call(), says("1"), call(), says("2")]);
	const { session, workbench } = omp;
	const user = loginPorts({ visit: async (page) => fetch(await web.login.followAsUser(page)) });
	let asked = 0;
	workbench.frontEnd.connect({
		approve: async () => ({ choice: "approve" }),
		logIn: async ({ run }) => {
			asked++;
			await run(user.ports);
			return true;
		},
	});
	const manager = await mcpSession(session).manager();
	manager.connect([serverAt(web.url)]);
	await manager.ready(10_000);
	await manager.logIn("tickets", user.ports);
	web.refusesCalls = true;
	for (const _ of [1, 2]) {
		await omp.prompt("go");
		expect(omp.lastResult()).toContain("MCP error: HTTP 401");
	}
	expect(asked).toBe(1);
});
