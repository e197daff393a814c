import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { startTimeOf } from "@oh-my-pi/pi-natives/process/process-list";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { testServices, testSettings } from "@oh-my-pi/pi-testkit/fakes/tool-services";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { type SshServer, type SshServerOptions, sshServer } from "@oh-my-pi/pi-testkit/servers/ssh-server";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verificationName } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { defaultOutputLimits } from "../output/output-limits.ts";
import type { SshService } from "../services/ssh-service.ts";
import { SshConnections } from "../ssh-connections/ssh-connections.ts";
import type { SshTarget } from "../ssh-connections/ssh-target.ts";
import { ssh, sshTool } from "./ssh.ts";

const needsSsh = (name: string, run: () => Promise<void>) => requires("sshd", "ssh")(name, run, 60_000);
const verifies = (id: string, run: () => Promise<void>) => needsSsh(verificationName(id), run);

async function connected(options: SshServerOptions & { readonly target?: Partial<SshTarget> } = {}) {
	const server = await sshServer(options);
	const place = await workspace();
	const target = { ...targetOf(server), ...options.target };
	const connections = connectionsFrom(server, place.path);
	return {
		server,
		place,
		target,
		connections,
		tool: toolFor([target], connections),
		async [Symbol.asyncDispose]() {
			await connections[Symbol.asyncDispose]();
			await server[Symbol.asyncDispose]();
			await place[Symbol.asyncDispose]();
		},
	};
}

function targetOf({ port, username, keyPath }: SshServer): SshTarget {
	return { name: "box", host: "127.0.0.1", port, username, keyPath };
}

function connectionsFrom(server: SshServer, folder: string): SshConnections {
	const env = { ...process.env, PATH: `${server.binFolder}:${process.env.PATH}` };
	return new SshConnections({ controlFolder: `${folder}/ssh-control`, env });
}

function serviceOf(targets: readonly SshTarget[], connections?: SshConnections): SshService {
	return {
		hosts: () => targets,
		knownFacts: () => undefined,
		load: async () => connections ?? Promise.reject(new Error("nothing connects in this test")),
	};
}

const toolFor = (targets: readonly SshTarget[], connections?: SshConnections) =>
	sshTool({ ssh: serviceOf(targets, connections), output: { limits: defaultOutputLimits }, now: () => 0 });

const run = async (
	tool: ReturnType<typeof toolFor>,
	command: string,
	more: { cwd?: string; timeout?: number } = {},
) => {
	const { content, isError = false } = await runTool(tool, { host: "box", command, ...more });
	return { text: String(content), isError };
};

verifies("tools-exec:ssh:run", async () => {
	await using box = await connected();
	const { tool, server } = box;
	const first = await run(tool, "echo out; echo err >&2; echo again");
	expect(first.text).toContain("out\nerr\nagain\n");
	expect(first.text).toMatch(/^box: Linux .*, bash \d/m);
	// The second one says nothing of the host.
	const failed = await run(tool, "pwd\nexit 7", { cwd: "/usr/bin" });
	expect(failed).toEqual({
		text: "/usr/bin\n\n\nWall time: 0.00 seconds\n\nCommand exited with code 7",
		isError: true,
	});
	expect((await run(tool, "echo ran", { cwd: "/nonexistent" })).text).not.toContain("ran");
	await Promise.all(["1", "2", "3"].map((text) => run(tool, `echo ${text}`)));
	expect(await server.logins()).toBe(1);
	await box.connections[Symbol.asyncDispose]();
	await until(async () => (await server.connections()).length === 0);
});

verifies("tools-exec:ssh:unknown-host", async () => {
	const tool = toolFor([
		{ name: "web", host: "w" },
		{ name: "db", host: "d" },
	]);
	await expect(run(tool, "true")).rejects.toThrow("Unknown SSH host: box. Configured: web, db");
});

verifies("tools-exec:ssh:present-with-hosts", async () => {
	const services = testServices("/");
	expect(ssh.create?.(services)).toBeUndefined();
	expect(ssh.create?.({ ...services, ssh: serviceOf([]) })).toBeUndefined();
	const service = {
		...serviceOf([{ name: "db", host: "10.0.0.2", username: "me", keyPath: "/keys/db", description: "the\ndatabase" }]),
		knownFacts: () => "Linux x86_64, bash 5.2",
	};
	const tool = ssh.create?.({ ...services, ssh: service });
	expect(tool?.prompt).toEndWith("Hosts:\n- db (me@10.0.0.2): Linux x86_64, bash 5.2; the database");
	expect(tool?.prompt).not.toContain("/keys");
	// Without a shell here there is none elsewhere.
	expect(
		ssh.create?.({ ...services, ssh: service, settings: testSettings({ "bash.enabled": false }) }),
	).toBeUndefined();
});

/** Understands as much of cmd as is asked of it: variables in percent signs, `echo`, and programs with a quoted argument. */
const windows = `#!/bin/bash
line=$SSH_ORIGINAL_COMMAND
echo "$line" >> "$(dirname "$0")/lines"
case $line in
"echo "*) line=\${line//%OS%/Windows_NT}; printf '%s\\r\\n' "\${line#echo }" ;;
"bash -c "*) word=\${line#'bash -c "'}; exec bash -c "\${word%'"'}" ;;
*) printf "'%s' is not recognized as an internal or external command\\r\\n" "\${line%% *}" >&2; exit 1 ;;
esac
`;

verifies("tools-exec:ssh:probe-and-compat", async () => {
	await using box = await connected({ instead: windows, target: { compat: true } });
	const command = `echo "a  b" 'c"d' $((6 * 7)) 100% && cd / && pwd && exit 3`;
	expect((await run(box.tool, command)).text).toBe(
		[
			'a  b c"d 42 100%\n/\n',
			"",
			"Wall time: 0.00 seconds",
			"box: Windows, commands run in bash",
			"",
			"Command exited with code 3",
		].join("\n"),
	);
	expect((await run(box.tool, "pwd", { cwd: "/usr/it's" })).text).toContain("No such file");
	const plain = toolFor([{ ...box.target, compat: false }], box.connections);
	const refused = await run(plain, "ls /tmp", { cwd: "C:\\Users" });
	expect(refused.text).toContain("'cd' is not recognized");
	// One question about the system for each of the two definitions.
	const asked = (await Bun.file(box.server.file("lines")).text()).split("\n");
	expect(asked.filter((line) => line.includes("%OS%"))).toHaveLength(2);
});

needsSsh("a time limit ends the command on the host, and what it had printed is there", async () => {
	await using box = await connected();
	const { tool, place } = box;
	const pidFile = place.file("pid");
	// Connected before, so that all of the time is the command's.
	await run(tool, "true");
	const { text, isError } = await run(tool, `echo begun; sleep 600 & echo $! > ${pidFile}; wait`, { timeout: 6 });
	expect(text).toStartWith("[Command timed out after 6 seconds]\nbegun\n");
	expect(isError).toBe(true);
	const pid = Number(await Bun.file(pidFile).text());
	await until(() => startTimeOf(pid) === undefined);
});

needsSsh("an aborted call ends the command on the host", async () => {
	await using box = await connected();
	const { tool, place } = box;
	const stop = new AbortController();
	const command = `echo begun; echo $$ > ${place.file("pid")}; trap '' TERM; while :; do sleep 1; done`;
	const running = runTool(
		tool,
		{ host: "box", command },
		{ signal: stop.signal, onProgress: ({ content }) => String(content).includes("begun") && stop.abort() },
	);
	await expect(running).rejects.toThrow("[Command cancelled]\nbegun\n");
	const pid = Number(await Bun.file(place.file("pid")).text());
	await until(() => startTimeOf(pid) === undefined);
	// The connection is still good.
	expect((await run(tool, "echo on")).text).toContain("on\n");
});

needsSsh("a host that goes away in the middle is said so, and the next command connects again", async () => {
	await using box = await connected();
	const { tool, server, place } = box;
	const running = runTool(
		tool,
		{ host: "box", command: `echo $$ > ${place.file("pid")}; echo begun; exec sleep 600` },
		{ onProgress: ({ content }) => void (String(content).includes("begun") && server.dropConnections()) },
	);
	const { content, isError } = await running;
	expect(isError).toBe(true);
	expect(content).toContain("The connection to box was lost. The command may still run there.");
	expect((await run(tool, `echo back; kill $(cat ${place.file("pid")})`)).text).toContain("back\n");
	expect(await server.logins()).toBe(2);
});

needsSsh("a command's own code 255 is no lost connection", async () => {
	await using box = await connected();
	const { text } = await run(box.tool, "exit 255");
	expect(text).toEndWith("Command exited with code 255");
	expect(text).not.toContain("lost");
});

needsSsh("a changed host key: nothing runs, and it is said what the user can do", async () => {
	await using box = await connected();
	const { server, place } = box;
	await run(box.tool, "true");
	await box.connections[Symbol.asyncDispose]();
	await server.changeHostKey();
	await using again = connectionsFrom(server, place.path);
	const trying = run(toolFor([box.target], again), `touch ${place.file("ran")}`);
	await expect(trying).rejects.toThrow(
		new RegExp(
			`host key of box .* is not the one that is known\\. Nothing was run[^]*'\\[127.0.0.1\\]:${server.port}'`,
		),
	);
	expect(existsSync(place.file("ran"))).toBe(false);
});

needsSsh("a refused login, a closed port and an option for a name are clear", async () => {
	await using box = await connected();
	const attempt = (target: Partial<SshTarget>) => run(toolFor([{ ...box.target, ...target }], box.connections), "id");
	await expect(attempt({ username: "nobody-of-that-name" })).rejects.toThrow(
		/^box \(nobody-of-that-name@127.0.0.1:\d+\) refused the login: .*Permission denied \(publickey/,
	);
	await expect(attempt({ port: 9 })).rejects.toThrow(/^Cannot connect to box .*Connection refused/);
	await expect(attempt({ host: "-oProxyCommand=touch /tmp/x" })).rejects.toThrow("SSH host box: not a host name");
	await expect(attempt({ username: "-v" })).rejects.toThrow("SSH host box: not a user name");
	const none = new SshConnections({ controlFolder: box.place.path, env: { PATH: "/nonexistent" } });
	await expect(run(toolFor([box.target], none), "id")).rejects.toThrow("package openssh-client");
});

needsSsh("a host that never says what it is ends with the time limit, and with the session", async () => {
	await using box = await connected({ instead: "#!/bin/sh\nexec sleep 30\n" });
	await expect(run(box.tool, "id", { timeout: 1 })).rejects.toThrow(
		"Cannot connect to box: no answer within 1 seconds",
	);
	await box.connections[Symbol.asyncDispose]();
	await until(async () => (await box.server.connections()).length === 0);
});

needsSsh("more commands at once than the host has sessions for", async () => {
	await using box = await connected({ config: "MaxSessions 2" });
	const commands = Array.from({ length: 5 }, (_, at) => run(box.tool, `echo number-${at}; sleep 1`));
	const texts = (await Promise.all(commands)).map(({ text }) => text.split("\n")[0]);
	expect(texts).toEqual(["number-0", "number-1", "number-2", "number-3", "number-4"]);
});

needsSsh("through a jump host of the user's configuration", async () => {
	await using jump = await sshServer();
	await using box = await connected({ target: { host: "inner" } });
	const { server } = box;
	await server.configure(
		[
			"Host inner",
			"  HostName 127.0.0.1",
			"  HostKeyAlias inner",
			`  ProxyJump ${jump.username}@hop`,
			"Host hop",
			"  HostName 127.0.0.1",
			`  Port ${jump.port}`,
			`  IdentityFile ${jump.keyPath}`,
			"  HostKeyAlias hop",
			"  StrictHostKeyChecking accept-new",
			"",
		].join("\n"),
	);
	expect((await run(box.tool, "echo inside")).text).toContain("inside\n");
	expect(await jump.logins()).toBe(1);
});

needsSsh("long output is cut, kept as an artifact, and greetings of the shell are left out", async () => {
	await using box = await connected({ instead: '#!/bin/sh\necho Welcome\nexec sh -c "$SSH_ORIGINAL_COMMAND"\n' });
	const saved: string[] = [];
	const artifacts = {
		allocate: (toolName: string) => {
			saved.push(toolName);
			return { id: "4", path: box.place.file("4.log") };
		},
		save: () => ({ id: "5", path: "" }),
	};
	const tool = sshTool({
		ssh: serviceOf([box.target], box.connections),
		output: { limits: defaultOutputLimits, artifacts },
		now: () => 0,
	});
	const { content, details } = await runTool(tool, { host: "box", command: "seq 100000" });
	expect(String(content)).toStartWith("1\n2\n");
	expect(saved).toEqual(["ssh"]);
	expect(details?.meta?.truncation?.totalLines).toBe(100_000);
});

test("what asks here asks there, and nothing is free there", async () => {
	const tool = sshTool({
		ssh: serviceOf([]),
		output: { limits: defaultOutputLimits },
		now: () => 0,
		commandRules: () => [
			{ match: "ls *", approval: "allow" },
			{ match: "reboot", approval: "deny" },
		],
	});
	const judged = async (command: string) =>
		typeof tool.approval === "function" ? tool.approval({ host: "box", command }) : tool.approval;
	expect(await judged("ls -l")).toEqual({ tier: "exec", reason: "Runs on box" });
	expect(await judged("make test")).toEqual({ tier: "exec", reason: "Runs on box" });
	expect(await judged("rm -rf /")).toMatchObject({ override: true });
	expect(await judged("reboot")).toMatchObject({ policy: "deny" });
	expect(await judged("cat ~/.ssh/id_ed25519")).toMatchObject({ policy: "deny" });
});
