import { expect, test } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { until } from "@oh-my-pi/pi-testkit/until";

const child = `
	const input = process.argv[2] === "input" ? await Bun.stdin.text() : "";
	process.send?.({ heard: "fork" });
	console.log("child", process.argv.slice(2).join(" "), input.trim(), process.env.BUN_BE_BUN ?? "clean");
`;

/** A project with an extension whose command runs this code. */
async function extended(code: string, options: Parameters<typeof ompProject>[0] = {}): Promise<OmpProject> {
	const omp = await ompProject(options);
	await omp.home.write(".omp/agent/extensions/start/child.mjs", child);
	await omp.home.write(
		".omp/agent/extensions/start/nap.mjs",
		"console.log(process.pid); setTimeout(() => {}, 60_000);",
	);
	await omp.home.write(
		".omp/agent/extensions/start/index.ts",
		`import { execFileSync, execSync, fork, spawn, spawnSync } from "node:child_process";
		import { once } from "node:events";
		import { join } from "node:path";
		const script = join(import.meta.dirname, "child.mjs");
		const nap = join(import.meta.dirname, "nap.mjs");
		export default function (pi) {
			pi.registerCommand("start", { description: "Starts scripts", handler: async () => { ${code} } });
		}`,
	);
	return omp;
}

test("an extension starts scripts with process.execPath, and none becomes a prompt", async () => {
	await using omp = await extended(
		`
		const told = [];
		const add = (way, answer) => told.push(way + ": " + String(answer).trim());
		add("spawnSync", spawnSync(process.execPath, [script, "input"], { input: "piped words\\n" }).stdout);
		const child = spawn(process.execPath, [script, "a", "b"], { stdio: ["ignore", "pipe", "inherit"] });
		add("spawn", await new Response(child.stdout).text());
		add("execFile", execFileSync(process.execPath, ["--eval", "console.log(6 * 7)"]));
		add("shell", execSync(JSON.stringify(process.execPath) + " -e 'console.log(process.argv.length)'"));
		add("Bun.spawn", await new Response(Bun.spawn([process.execPath, script, "bun"]).stdout).text());
		const forked = fork(script, ["c"], { silent: true });
		add("fork", JSON.stringify((await once(forked, "message"))[0]));
		const worker = new Worker("data:text/javascript,postMessage('up')");
		add("Worker", await new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data); }));
		worker.terminate();
		add("exec", (await pi.exec(process.execPath, [script, "d"])).stdout);
		add("grandchild", execFileSync(process.execPath, ["-e", "const { execFileSync } = require('child_process'); console.log(String(execFileSync(process.execPath, [process.argv[1], 'deep'])))", script]));
		console.error(told.join("\\n"));
	`,
		// The project decides nothing about them.
		{
			files: {
				"bunfig.toml": 'preload = ["./preload.ts"]\n',
				"preload.ts": 'console.log("preloaded");\n',
				".env": "BUN_BE_BUN=env\n",
			},
		},
	);
	const { stderr, exitCode } = await omp.run(["-p", "/start"]);
	expect(stderr.trim().split("\n")).toEqual([
		"spawnSync: child input piped words clean",
		"spawn: child a b  clean",
		"execFile: 42",
		"shell: 1",
		"Bun.spawn: child bun  clean",
		'fork: {"heard":"fork"}',
		"Worker: up",
		"exec: child d  clean",
		"grandchild: child deep  clean",
	]);
	expect(exitCode).toBe(0);
	expect(omp.model.requests).toEqual([]);
});

test("an extension that starts omp by its own path and script gets omp, as do commands of bash", async () => {
	await using omp = await extended(
		`
		const own = spawnSync(process.execPath, [process.argv[1], "--version"], { encoding: "utf8" });
		console.error("own " + own.stdout.trim() + own.stderr);
	`,
		{ replies: [toolCall("bash", { i: "look", command: "echo be=$BUN_BE_BUN" }), text("done")] },
	);
	expect((await omp.run(["-p", "/start"])).stderr).toMatch(/^own omp\/\d+\.\d+\.\d+/);
	await omp.run(["-p", "look", "--auto-approve"]);
	expect(JSON.stringify(omp.model.requests.at(-1)?.messages)).toContain("be=\\n");
});

test("scripts of an extension end when omp does, even killed; a detached one is left alone", async () => {
	await using omp = await extended(`
		const options = { stdio: ["ignore", "pipe", "ignore"] };
		const child = spawn(process.execPath, [nap], options);
		const daemon = spawn(process.execPath, [nap], { ...options, detached: true });
		const pids = await Promise.all([child, daemon].map(async ({ stdout }) => Number(String((await once(stdout, "data"))[0]))));
		await Bun.write("pids.json", JSON.stringify(pids));
	`);
	const host = rpcHost(omp);
	await host.ask({ id: "run", type: "prompt", message: "/start" });
	const [child = 0, daemon = 0] = JSON.parse(await omp.files.read("pids.json"));
	try {
		process.kill(host.pid, "SIGKILL");
		await until(() => !isAlive(child));
		expect(isAlive(daemon)).toBe(true);
	} finally {
		process.kill(daemon, "SIGKILL");
		await host[Symbol.asyncDispose]();
	}
}, 20_000);

function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}
