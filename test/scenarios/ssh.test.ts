import { expect } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { type Reply, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { type SshServer, sshServer } from "@oh-my-pi/pi-testkit/servers/ssh-server";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verificationName } from "@oh-my-pi/pi-testkit/verifies";

const needsSsh = (name: string, run: () => Promise<void>) => requires("sshd", "ssh")(name, run, 60_000);
const verifies = (id: string, run: () => Promise<void>) => needsSsh(verificationName(id), run);

async function withHost(replies: readonly Reply[] = []) {
	const server = await sshServer();
	const omp = await ompProject({ replies });
	const env = { PATH: `${server.binFolder}:${process.env.PATH}` };
	const definition = {
		host: "127.0.0.1",
		port: server.port,
		username: server.username,
		keyPath: server.keyPath,
	};
	return {
		server,
		omp,
		env,
		hosts: (more: object = {}) => JSON.stringify({ hosts: { box: { ...definition, ...more } } }),
		async [Symbol.asyncDispose]() {
			await omp[Symbol.asyncDispose]();
			await server[Symbol.asyncDispose]();
		},
	};
}

const addArgs = ({ port, username, keyPath }: SshServer) =>
	`--host 127.0.0.1 --port ${port} --user ${username} --key ${keyPath}`.split(" ");

/** The tools of a request. */
const toolsOf = (request: Record<string, unknown> | undefined) =>
	((request?.tools ?? []) as { readonly name: string }[]).map(({ name }) => name);

const lastResult = ({ model }: OmpProject) => JSON.stringify(model.requests.at(-1)?.messages);

verifies("cli:sub:ssh", async () => {
	await using world = await withHost();
	const { omp, server } = world;
	const run = async (...words: string[]) => {
		const { stdout, stderr, exitCode } = await omp.run(["ssh", ...words]);
		return { said: (stdout + stderr).replaceAll(omp.agentDir, "<agent>").replaceAll(omp.path, "<project>"), exitCode };
	};
	expect((await run()).said).toBe("No SSH hosts. Add one with: omp ssh add\n");
	expect(await run("add", "box", ...addArgs(server), "--desc", "my box")).toEqual({
		said: 'Added host "box" to <agent>/ssh.json\n',
		exitCode: 0,
	});
	await run("add", "db", "--host", "db.internal", "--scope", "project", "--compat");
	const address = `${server.username}@127.0.0.1:${server.port}`;
	// What was added by this command needs no trust.
	expect((await run("list")).said).toBe(
		`db  db.internal  (project, <project>/.omp/ssh.json)\nbox  ${address}  (user, <agent>/ssh.json)  my box\n`,
	);
	expect(JSON.parse((await omp.run(["ssh", "list", "--json"])).stdout)).toEqual({
		project: { db: { host: "db.internal", compat: true } },
		user: {
			box: {
				host: "127.0.0.1",
				username: server.username,
				port: server.port,
				keyPath: server.keyPath,
				description: "my box",
			},
		},
	});
	expect(await run("add", "box", "--host", "x")).toEqual({
		said: expect.stringContaining('Host "box" already exists in <agent>/ssh.json'),
		exitCode: 1,
	});
	expect((await run("add", "evil", "--host", "-oProxyCommand=id")).exitCode).toBe(2);
	expect((await run("add", "none")).said).toContain("--host is needed");
	expect((await run("show")).said).toContain("Expected action to be one of: list, add, remove");
	expect((await run("remove", "box")).said).toBe('Removed host "box" from <agent>/ssh.json\n');
	expect((await run("remove", "box")).said).toContain("not found");
	await omp.home.write(".omp/agent/ssh.json", "{ nope");
	expect((await run("add", "x", "--host", "y")).said).toContain("<agent>/ssh.json:1:3");
});

verifies("slash-commands:config:ssh", async () => {
	await using world = await withHost([
		text("first"),
		toolCall("ssh", { host: "box", command: "echo from $((40 + 2))" }),
		text("done"),
		text("last"),
	]);
	const { omp, server, env } = world;
	await using host = rpcHost(omp, { args: ["--yolo"], env });
	const prompt = async (id: string, message: string) => {
		const from = host.frames.length;
		await host.ask({ id, type: "prompt", message });
		return from;
	};
	const turn = async (id: string, message: string) =>
		host.frame({ type: "agent_end" }, { from: await prompt(id, message) });
	await turn("1", "hello");
	expect(toolsOf(omp.model.requests[0])).not.toContain("ssh");
	await prompt("2", `/ssh add box ${addArgs(server).join(" ")} --desc "my box"`);
	await until(() => JSON.stringify(host.frames).includes('Added host \\"box\\"'));
	await turn("3", "run it on the box");
	expect(toolsOf(omp.model.requests[1])).toContain("ssh");
	expect(JSON.stringify(omp.model.requests[1]?.tools)).toContain("my box");
	expect(lastResult(omp)).toContain("from 42");
	await prompt("4", "/ssh");
	await until(() => JSON.stringify(host.frames).includes(`box  ${server.username}@127.0.0.1:${server.port}`));
	await prompt("5", "/ssh remove box");
	await until(() => JSON.stringify(host.frames).includes('Removed host \\"box\\"'));
	await turn("6", "bye");
	expect(toolsOf(omp.model.requests.at(-1))).not.toContain("ssh");
});

verifies("agents:url:ssh", async () => {
	await using world = await withHost();
	const { omp, server, env, hosts } = world;
	await omp.home.write(".omp/agent/ssh.json", hosts({ description: "the box" }));
	await omp.files.write("there/notes.txt", Array.from({ length: 40 }, (_, at) => `line-${at + 1}.\n`).join(""));
	await omp.files.write("there/a b'c.txt", "odd name\n");
	await omp.files.write("there/big.txt", "x".repeat(1024 * 1024 + 1));
	await omp.files.write("there/data.bin", "a\0b");
	await omp.files.write("there/.ssh/id_ed25519", "PRIVATE");
	Bun.spawnSync(["mkfifo", omp.files.file("there/pipe")]);
	const at = (name: string) => `ssh://box${omp.files.file(`there/${name}`)}`;
	const read = async (path: string) => {
		omp.model.script(toolCall("read", { path }), text("ok"));
		await omp.run(["-p", "read it"], { env });
		return lastResult(omp);
	};
	expect(await read("ssh://")).toContain(`ssh://box/  ${server.username}@127.0.0.1:${server.port}  the box`);
	expect(await server.logins()).toBe(0);
	const notes = await read(`${at("notes.txt")}:20-21`);
	expect(notes).toContain("line-20.");
	expect(notes).not.toContain("line-40.");
	expect(await read(at(""))).toContain("a b'c.txt");
	expect(await read(at("a b'c.txt"))).toContain("odd name");
	expect(await read(at("big.txt"))).toContain("larger than 1 MiB");
	expect(await read(at("data.bin"))).toContain("is not text");
	expect(await read(at("pipe"))).toContain("is not a regular file");
	expect(await read(at("nope.txt"))).toContain("not found");
	expect(await read("ssh://other/etc/hosts")).toContain("Unknown SSH host: other. Configured: box");
	const key = await read(at(".ssh/id_ed25519"));
	expect(key).toContain("private key, which is not for tools");
	expect(key).not.toContain("PRIVATE");
	expect(JSON.stringify(omp.model.requests[0]?.system)).toContain("ssh://<host>/<path>");
});

needsSsh("hosts of a project need trust, again when they change, and nothing connects before", async () => {
	await using world = await withHost();
	const { omp, server, env, hosts } = world;
	await omp.files.write(".omp/ssh.json", hosts());
	const ask = async () => {
		omp.model.script(toolCall("ssh", { host: "box", command: "echo reach$((1))" }), text("ok"));
		const { stderr } = await omp.run(["-p", "--yolo", "try the box"], { env });
		return { stderr, result: lastResult(omp) };
	};
	const untrusted = await ask();
	expect(untrusted.stderr).toContain("Not trusted and left out: .omp/ssh.json#box.");
	expect(untrusted.result).not.toContain("reach1");
	expect(await server.logins()).toBe(0);
	expect((await omp.run(["ssh"])).stdout).toContain("box  not trusted, left out: see omp trust");
	await omp.run(["trust", "allow"]);
	expect((await ask()).result).toContain("reach1");
	expect(await server.logins()).toBe(1);
	await omp.files.write(".omp/ssh.json", hosts({ username: "evil" }));
	const changed = await ask();
	expect(changed.stderr).toContain("Not trusted and left out: .omp/ssh.json#box.");
	expect(changed.result).not.toContain("reach1");
	const shown = (await omp.run(["trust", "show"])).stdout;
	expect(shown).toContain(`SSH host box is evil@127.0.0.1:${server.port}`);
	expect(shown).toMatch(/^\s*\+.*evil/m);
	expect(await server.logins()).toBe(1);
});

needsSsh("a killed omp leaves no connection", async () => {
	await using world = await withHost([toolCall("ssh", { host: "box", command: "echo up; sleep 60" })]);
	const { omp, server, env, hosts } = world;
	await omp.home.write(".omp/agent/ssh.json", hosts());
	const host = rpcHost(omp, { args: ["--yolo"], env });
	await host.ask({ id: "1", type: "prompt", message: "go" });
	await until(() => JSON.stringify(host.frames).includes("up\\n"));
	expect(await server.connections()).toHaveLength(1);
	host.kill("SIGKILL");
	await host.exited;
	await until(async () => (await server.connections()).length === 0);
});
