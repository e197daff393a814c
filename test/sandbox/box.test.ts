import { afterAll, beforeAll, expect, setDefaultTimeout } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { boxArgument } from "@oh-my-pi/pi-natives/sandbox/box-argument";
import type { BoxPolicy } from "@oh-my-pi/pi-natives/sandbox/box-policy";
import { detectBox } from "@oh-my-pi/pi-natives/sandbox/entrance/detect-box";
import { receiveListeners } from "@oh-my-pi/pi-natives/sandbox/entrance/receive-listener";
import { endSharedBox } from "@oh-my-pi/pi-natives/sandbox/linux/session/holder";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { type CommandResult, runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { until } from "@oh-my-pi/pi-testkit/until";
import { type Machine, plantedSecret, startMachine } from "./machine.ts";
import { makeScene, type Scene } from "./scene.ts";

setDefaultTimeout(60_000);

let machine: Machine;
/** The machine around a box is a program of Python. */
const boxed = requires("python3");
beforeAll(async () => {
	if (Bun.which("python3")) machine = await startMachine();
});
afterAll(() => machine?.[Symbol.asyncDispose]());

const env = (scene: Scene) => ({ PATH: "/usr/local/bin:/usr/bin:/bin", HOME: scene.home });

function run(scene: Scene, line: string, changes?: Partial<BoxPolicy>): Promise<CommandResult> {
	return runCommand(scene.inBox(["bash", "-c", line], changes), { cwd: scene.project, env: env(scene) });
}

const layers = [
	["with namespaces", ["mounts", "processes", "network"]],
	["with Landlock and the filter alone", []],
] as const;

boxed("this machine holds all of it", () => {
	const { reason, ...support } = detectBox([machine.executable, boxArgument]);
	expect(reason).toBeUndefined();
	expect(support).toMatchObject({ mechanism: "linux", namespaces: true, possible: ["mounts", "processes", "network"] });
});

for (const [layer, namespaces] of layers) {
	boxed(`${layer}, a program ends with its own exit code or signal`, async () => {
		using scene = makeScene(machine, namespaces);
		const command = (line: string) => scene.inBox(["bash", "-c", line]);
		expect((await run(scene, "exit 42")).exitCode).toBe(42);
		const child = Bun.spawn(command("kill -TERM $$"), { cwd: scene.project, env: env(scene), stdout: "ignore" });
		await child.exited;
		expect([child.exitCode, child.signalCode]).toEqual([null, "SIGTERM"]);
	});

	boxed(`${layer}, signals to the process that was spawned reach the program`, async () => {
		using scene = makeScene(machine, namespaces);
		const line = "trap 'echo got; exit 9' USR1; echo ready; while :; do sleep 0.01; done";
		const child = Bun.spawn(scene.inBox(["bash", "-c", line]), { cwd: scene.project, env: env(scene), stdout: "pipe" });
		const reader = child.stdout.getReader();
		expect(new TextDecoder().decode((await reader.read()).value)).toBe("ready\n");
		child.kill("SIGUSR1");
		expect(new TextDecoder().decode((await reader.read()).value)).toBe("got\n");
		expect(await child.exited).toBe(9);
	});

	boxed(`${layer}, what cannot be entered or run ends with a message and a code of its own`, async () => {
		using scene = makeScene(machine, namespaces);
		writeFileSync(join(scene.project, "text"), "no program", { mode: 0o755 });
		const codes = async (...command: string[]) => {
			const { exitCode, stderr } = await runCommand(scene.inBox(command), { cwd: scene.project, env: env(scene) });
			return [exitCode, stderr.trim()];
		};
		expect(await codes("no-such-program")).toEqual([127, "omp sandbox: no-such-program was not found in PATH"]);
		expect(await codes("./missing")).toEqual([127, "omp sandbox: ./missing was not found"]);
		expect(await codes("./main.c")).toEqual([126, "omp sandbox: ./main.c could not be run"]);
		expect(await codes("./text")).toEqual([126, "omp sandbox: ./text could not be run"]);
		const missing = [machine.executable, boxArgument, join(scene.folder, "no-policy"), "true"];
		expect((await runCommand(missing, { cwd: scene.project })).exitCode).toBe(125);
	});

	boxed(`${layer}, variables of the policy are set and removed`, async () => {
		using scene = makeScene(machine, namespaces);
		const changes = { env: { ADDED: "1", HOME: undefined } };
		expect((await run(scene, "echo $ADDED; [ -v HOME ] || echo removed", changes)).stdout).toBe("1\nremoved\n");
	});

	boxed(`${layer}, links in the paths of a policy are followed`, async () => {
		using scene = makeScene(machine, namespaces);
		symlinkSync(scene.project, join(scene.folder, "link"));
		symlinkSync(join(scene.home, "notes.txt"), join(scene.home, "hidden-link"));
		const changes = { writable: [join(scene.folder, "link")], hidden: [join(scene.home, "hidden-link")] };
		expect((await run(scene, "echo x >made; cat made ~/notes.txt", changes)).stdout).toBe("x\n");
	});

	boxed(`${layer}, the home folder or everything can be the workspace`, async () => {
		using scene = makeScene(machine, namespaces);
		const line = `echo x >~/.cache/made; cat ~/.cache/made ~/.ssh/id_rsa; echo y >>~/notes.txt; tail -1 ~/notes.txt`;
		expect((await run(scene, line, { writable: [scene.home] })).stdout).toBe("x\ny\n");
		expect((await run(scene, line, { writable: ["/"] })).stdout).toBe("x\ny\n");
		expect(readFileSync(scene.hidden, "utf8")).toContain(plantedSecret);
	});

	boxed(`${layer}, a workspace and a folder that stays visible can lie in /tmp`, async () => {
		using scene = makeScene(machine, namespaces);
		const folder = mkdtempSync("/tmp/box-work-");
		try {
			mkdirSync(join(folder, "a"));
			writeFileSync(join(folder, "file"), "seen\n");
			const changes = { writable: [join(folder, "a")], visible: [join(folder, "file")] };
			const { stdout } = await run(scene, `cd ${folder}; echo x >a/b; cat a/b file`, changes);
			expect([stdout, readFileSync(join(folder, "a/b"), "utf8")]).toEqual(["x\nseen\n", "x\n"]);
		} finally {
			rmSync(folder, { recursive: true });
		}
	});

	boxed(`${layer}, with the network on, servers of the machine are reached`, async () => {
		using scene = makeScene(machine, namespaces);
		const line = `curl -s http://127.0.0.1:${machine.facts.TCP}/`;
		expect((await run(scene, line, { network: { kind: "on" } })).stdout).toBe("ok");
	});

	boxed(`${layer}, a terminal has job control`, async () => {
		using scene = makeScene(machine, namespaces);
		let screen = "";
		const child = Bun.spawn(scene.inBox(["bash", "--norc", "-i"]), {
			cwd: scene.project,
			env: { ...env(scene), PS1: "> ", TERM: "dumb" },
			terminal: { cols: 80, rows: 24, data: (_, bytes) => (screen += new TextDecoder().decode(bytes)) },
		});
		const says = async (keys: string, answer: RegExp) => {
			screen = "";
			child.terminal?.write(keys);
			await until(() => answer.test(screen), { describe: () => `${answer} in ${JSON.stringify(screen)}` });
		};
		await until(() => screen.includes("> "));
		await says("stty size\r", /24 80/);
		await says("sh -c 'echo beg\"\"un; exec sleep 600'\r", /begun/);
		await says("\x1a", /Stopped/);
		await says("jobs\r", /Stopped .*sleep 600/);
		await says("fg\r", /\n.*sleep 600/);
		await says("\x03", /> $/);
		await says("echo $?\r", /130/);
		child.terminal?.write("exit 4\r");
		expect(await child.exited).toBe(4);
	});
}

boxed("boxes of a session share processes, network and /tmp, and end with who started the first", async () => {
	using scene = makeScene(machine);
	const shared = { shared: join(scene.folder, "state/box") };
	const server = "python3 -u -m http.server 8124 --bind 127.0.0.1";
	// The shell in between is the process that starts the first box.
	const box = scene.inBox(["bash", "-c", `echo x >/tmp/common; echo $$ >/tmp/pid; exec ${server}`], shared);
	const starter = Bun.spawn(["sh", "-c", `"$@" & wait`, "sh", ...box], {
		cwd: scene.project,
		env: env(scene),
		stdout: "ignore",
		stderr: "ignore",
	});
	const file = join(scene.folder, "state/box/holder");
	await until(() => existsSync(file));
	const line = `curl -sf http://localhost:8124/main.c | wc -l; cat /tmp/common; kill -0 $(cat /tmp/pid) && echo there`;
	await until(async () => (await run(scene, line, shared)).stdout === "1\nx\nthere\n");
	const isUp = async () => (await run(scene, "curl -sf http://localhost:8124/main.c", shared)).exitCode === 0;
	expect(await isUp()).toBe(true);
	const holder = Number(readFileSync(file, "utf8").split(" ")[0]);
	starter.kill("SIGKILL");
	await until(() => isGone(holder));
	// A new box of the session has a network of its own.
	expect(await isUp()).toBe(false);
});

boxed("endSharedBox ends all that runs in the boxes of a session", async () => {
	using scene = makeScene(machine);
	const shared = join(scene.folder, "state/box");
	const child = Bun.spawn(scene.inBox(["bash", "-c", "echo up; sleep 600"], { shared }), {
		cwd: scene.project,
		env: env(scene),
		stdout: "pipe",
	});
	await child.stdout.getReader().read();
	endSharedBox(shared);
	await child.exited;
	expect(child.signalCode).toBe("SIGKILL");
});

boxed("the process that waits takes a few kilobytes", async () => {
	using scene = makeScene(machine);
	const child = Bun.spawn(scene.inBox(["sh", "-c", "echo up; sleep 600"]), {
		cwd: scene.project,
		env: env(scene),
		stdout: "pipe",
	});
	await child.stdout.getReader().read();
	await until(() => readFileSync(`/proc/${child.pid}/comm`, "utf8") === "omp-box\n");
	const [, kilobytes] = /^Pss: +(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/smaps_rollup`, "utf8")) ?? [];
	child.kill("SIGKILL");
	await child.exited;
	expect(Number(kilobytes)).toBeLessThan(100);
});

boxed("killing the process that waits ends the program", async () => {
	using scene = makeScene(machine);
	const child = Bun.spawn(scene.inBox(["sh", "-c", "echo up; sleep 600 & sleep 600"]), {
		cwd: scene.project,
		env: env(scene),
		stdout: "pipe",
	});
	const reader = child.stdout.getReader();
	await reader.read();
	child.kill("SIGKILL");
	// All that had the pipe open are gone.
	expect((await reader.read()).done).toBe(true);
});

boxed("the port of the proxy is answered outside, and nothing else is", async () => {
	using scene = makeScene(machine);
	const socket = join(scene.folder, "proxy");
	const server = createServer((connection) => connection.end("outside\n"));
	const listeners: number[] = [];
	using _ = receiveListeners(socket, (descriptor) => {
		listeners.push(descriptor);
		server.listen({ fd: descriptor });
	});
	const network = { kind: "proxy", port: 41080, socket } as const;
	const shared = join(scene.folder, "state/box");
	const line = `cat </dev/tcp/127.0.0.1/41080; cat </dev/tcp/127.0.0.1/${machine.facts.TCP} || echo refused`;
	expect((await run(scene, line, { network, shared })).stdout).toBe("outside\nrefused\n");
	expect((await run(scene, line, { network, shared })).stdout).toBe("outside\nrefused\n");
	expect(listeners.length).toBe(1);
	server.close();
	endSharedBox(shared);
});

boxed("a proxy that is not there keeps the program from running", async () => {
	using scene = makeScene(machine);
	const network = { kind: "proxy", port: 41080, socket: join(scene.folder, "nobody") } as const;
	const { exitCode, stderr } = await run(scene, "touch ran", { network });
	expect([exitCode, existsSync(join(scene.project, "ran"))]).toEqual([125, false]);
	expect(stderr).toContain("the listener for the proxy");
});

boxed("with Landlock and the filter alone, the port of the proxy is the only one", async () => {
	using scene = makeScene(machine, []);
	const network = { kind: "proxy", port: Number(machine.facts.TCP), socket: join(scene.folder, "unused") } as const;
	const line = `curl -s http://127.0.0.1:${machine.facts.TCP}/; curl -s http://[::1]:${machine.facts.TCP6}/ || echo refused`;
	expect((await run(scene, line, { network })).stdout).toBe("okrefused\n");
});

boxed("with Landlock and the filter alone, that port is reached at every address", async () => {
	using scene = makeScene(machine, []);
	const network = { kind: "proxy", port: Number(machine.facts.TCP), socket: join(scene.folder, "unused") } as const;
	// Landlock knows ports and no addresses.
	expect((await run(scene, `curl -s http://127.0.0.2:${machine.facts.TCP}/`, { network })).stdout).toBe("ok");
});

boxed("a socket that others make later, outside of the folders that are covered, is not held", async () => {
	using scene = makeScene(machine);
	const path = join(scene.folder, "outside/later");
	const line = `echo up; until [ -e ${path} ]; do sleep 0.01; done; python3 -c 'import socket; socket.socket(1).connect("${path}"); print("in")'`;
	const child = Bun.spawn(scene.inBox(["bash", "-c", line]), { cwd: scene.project, env: env(scene), stdout: "pipe" });
	const reader = child.stdout.getReader();
	await reader.read();
	const server = createServer().listen(path);
	// The tree of a box is made when it is entered, and Landlock does not know about connections to paths.
	expect(new TextDecoder().decode((await reader.read()).value)).toBe("in\n");
	server.close();
});

boxed("a socket that is allowed by name is reached, and those beside it are not", async () => {
	using scene = makeScene(machine);
	const connect = (path = "") => `python3 -c 'import socket; socket.socket(1).connect("${path}"); print("in")'`;
	const { DOCKER, BUS, X11 } = machine.facts;
	const sockets = [DOCKER ?? "", X11 ?? ""];
	const { stdout } = await run(scene, [DOCKER, BUS, X11].map(connect).join("; "), { sockets });
	expect(stdout).toBe("in\nin\n");
});

boxed("protected names that are missing, and paths that are, are passed over", async () => {
	using scene = makeScene(machine);
	const missing = join(scene.project, "missing");
	const changes = { readOnly: [missing], hidden: [missing], visible: [missing], sockets: [missing] };
	expect((await run(scene, "echo ran", { ...changes, writable: [scene.project, missing] })).stdout).toBe("ran\n");
});

boxed("a namespace that is not asked for is not made", async () => {
	using scene = makeScene(machine, ["mounts"]);
	const { stdout } = await run(
		scene,
		`echo x >outside-file; touch ${scene.folder}/outside/new; kill -0 ${process.pid}; ps -e | wc -l`,
	);
	expect(Number(stdout)).toBeGreaterThan(5);
	expect(existsSync(join(scene.folder, "outside/new"))).toBe(false);
});

function isGone(pid: number): boolean {
	try {
		return / Z /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
	} catch {
		return true;
	}
}
