import { expect } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { type Reply, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { commandLine, marked, markVariable } from "./marked-processes.ts";
import { needsServers, pathWithServers } from "./real-servers.ts";

// The full number takes minutes.
const kills = process.env.OMP_TEST_FULL === "1" ? 200 : 16;

const files = {
	"package.json": "{}\n",
	"tsconfig.json": "{}\n",
	"pyproject.toml": "",
	"a.ts": "export const one: number = 1;\n",
	"loop.py":
		"import subprocess, time\nsubprocess.Popen(['sleep', '600'])\nfor number in range(10_000):\n    time.sleep(0.05)\n",
};

needsServers("python3")(
	"no language server, adapter or debugged program is left when omp or one of them is killed at any moment",
	async () => {
		await using omp = await ompProject({ files, otherwise: (body) => nextReply(body) });
		const path = await pathWithServers(omp);
		const seeds = Array.from({ length: kills }, (_, seed) => seed + 1);
		const seen = { omp: 0, child: 0 };
		const workers = [0, 1].map(async () => {
			for (let seed = seeds.pop(); seed !== undefined; seed = seeds.pop()) seen[await killOnce(omp, path, seed)]++;
		});
		await Promise.all(workers);
		// Of both kinds, or the test proves little.
		expect(Math.min(seen.omp, seen.child)).toBeGreaterThan(kills / 8);
	},
	600_000,
);

const calls: ReadonlyArray<readonly [string, Record<string, unknown>]> = [
	["lsp", { action: "diagnostics", file: "a.ts" }],
	["debug", { action: "launch", program: "loop.py", adapter: "debugpy" }],
	["write", { path: "a.ts", content: 'export const one: number = "1";\n' }],
	["debug", { action: "continue", timeout: 5 }],
	["lsp", { action: "references", file: "a.ts", line: 1, symbol: "one" }],
	["debug", { action: "terminate" }],
];

/** The next call, by how many results there are. */
function nextReply({ messages }: Record<string, unknown>): Reply {
	const made = JSON.stringify(messages).split('"tool_result"').length - 1;
	const call = calls[made];
	return call ? toolCall(call[0], { i: "Go on", ...call[1] }) : text("Done.");
}

/** Starts omp, kills it or a process that it started at a random moment, and waits until nothing is left of it. */
async function killOnce(omp: OmpProject, path: string, seed: number): Promise<"omp" | "child"> {
	const { below } = seeded(seed * 104_729);
	const mark = `${omp.path}-${seed}`;
	const process = Bun.spawn([...omp.command, "-p", "--auto-approve", "--no-session", "go"], {
		cwd: omp.path,
		env: { ...omp.env, PATH: path, [markVariable]: mark },
		stdio: ["ignore", "ignore", "ignore"],
	});
	// A moment of the run, which takes about five seconds.
	await Bun.sleep(below(5000));
	const children = marked(mark).filter((pid) => pid !== process.pid);
	const victim = children.length > 0 && below(2) === 0 ? children[below(children.length)] : undefined;
	kill(victim ?? process.pid);
	if (victim !== undefined) {
		await Promise.race([process.exited, Bun.sleep(below(4000))]);
		kill(process.pid);
	}
	await process.exited;
	await until(() => marked(mark).length === 0, {
		timeoutMs: 20_000,
		describe: () => `the end of ${marked(mark).map(commandLine).join("; ")} (seed ${seed})`,
	});
	return victim === undefined ? "omp" : "child";
}

function kill(pid: number): void {
	try {
		process.kill(pid, "SIGKILL");
	} catch {
		// It has ended by itself.
	}
}
