import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { boxArgument } from "@oh-my-pi/pi-natives/sandbox/box-argument";
import type { BoxNamespace, BoxPolicy } from "@oh-my-pi/pi-natives/sandbox/box-policy";
import { boxedCommand, writePolicy } from "@oh-my-pi/pi-natives/sandbox/boxed-command";
import type { Bench, Benchmark, Figure } from "../benchmark.ts";
import { sandboxLimits } from "../limits.data.ts";

const starts = 30;
const commands = 300;

/** What the box costs: when a program starts in it, for each command of a shell, and to programs that do much. */
export const sandbox: Benchmark = {
	name: "sandbox",
	async run(bench) {
		const project = makeProject(bench);
		const box = (command: readonly string[], namespaces: readonly BoxNamespace[]) =>
			boxedCommand(writePolicy(join(bench.scratch, "state"), policy(bench, project, namespaces)), command, [
				join(bench.root, "dist/omp"),
				boxArgument,
			]);
		return [
			...(await entering(bench, "namespaces", box(["/bin/true"], allNamespaces))),
			...(await entering(bench, "Landlock alone", box(["/bin/true"], []))),
			...(await working(bench, project, "namespaces", box(["bash", "--norc"], allNamespaces))),
			...(await working(bench, project, "Landlock alone", box(["bash", "--norc"], []))),
		];
	},
};

const allNamespaces: readonly BoxNamespace[] = ["mounts", "processes", "network"];

function policy({ scratch, root }: Bench, project: string, namespaces: readonly BoxNamespace[]): BoxPolicy {
	const home = join(scratch, "home");
	return {
		writable: [project, root],
		readOnly: [join(project, ".git/hooks"), join(project, ".git/config")],
		hidden: [".ssh", ".aws", ".netrc"].map((name) => join(home, name)),
		temporaryFolder: join(scratch, "temporary"),
		visible: [],
		sockets: [],
		network: { kind: "off" },
		env: {},
		namespaces,
		...(namespaces.length > 0 && { shared: join(scratch, "state/shared") }),
	};
}

/** Where shells start. */
function makeProject({ scratch }: Bench): string {
	for (const name of [".ssh", ".aws"]) mkdirSync(join(scratch, "home", name), { recursive: true });
	writeFileSync(join(scratch, "home/.netrc"), "");
	const project = join(scratch, "boxed");
	mkdirSync(join(project, ".git/hooks"), { recursive: true });
	writeFileSync(join(project, ".git/config"), "");
	return project;
}

async function entering(bench: Bench, layer: string, boxed: readonly string[]): Promise<Figure[]> {
	const run = async (command: readonly string[]) => {
		const startedAt = performance.now();
		const child = Bun.spawn([...command], { cwd: "/", env: bench.env, stdio: ["ignore", "ignore", "inherit"] });
		if ((await child.exited) !== 0) throw new Error(`${command.join(" ")} ended with code ${child.exitCode}`);
		return performance.now() - startedAt;
	};
	const { without, within } = await inTurns(
		starts,
		() => run(["/bin/true"]),
		() => run(boxed),
	);
	return [{ name: `sandbox, entered with ${layer}`, value: within - without, unit: "ms", limit: sandboxLimits.enter }];
}

/** In a shell inside and one outside, which take turns. Processor time, since that of a busy clock differs by more than is looked for. */
async function working(bench: Bench, project: string, layer: string, boxed: readonly string[]): Promise<Figure[]> {
	await using outside = openShell(bench, project, ["bash", "--norc"]);
	await using inside = openShell(bench, project, boxed);
	const measure = async (line: string, times: number) => {
		await outside.run(line);
		return inTurns(
			times,
			() => outside.run(line),
			() => inside.run(line),
		);
	};
	const loop = await measure(`for i in {1..${commands}}; do /bin/true; done`, 5);
	const isAlone = layer === "Landlock alone";
	const figures: Figure[] = [
		{
			name: `sandbox, a command with ${layer}`,
			value: (loop.within - loop.without) / commands,
			unit: "ms",
			limit: sandboxLimits.command,
		},
	];
	for (const [name, line, times] of work(bench.root)) {
		const { without, within } = await measure(line, times);
		figures.push({
			name: `sandbox, ${name} with ${layer}`,
			value: Math.round((within / without) * 1000) / 1000,
			unit: "×",
			limit: isAlone ? sandboxLimits.workAlone : sandboxLimits.work,
		});
	}
	return figures;
}

const work = (root: string) =>
	[
		["git status", `for i in 1 2 3; do git -C ${root} status; done`, 12],
		["rg", `rg -c import ${root}/packages ${root}/test`, 12],
		[
			"a TypeScript build",
			`bun build ${root}/packages/coding-agent/src/start.ts --target=bun --outdir=$TMPDIR/built`,
			6,
		],
	] as const;

function openShell(bench: Bench, cwd: string, command: readonly string[]) {
	const temporary = join(bench.scratch, "temporary");
	mkdirSync(temporary, { recursive: true });
	const env = { ...bench.env, TMPDIR: temporary };
	const child = Bun.spawn([...command], { cwd, env, stdin: "pipe", stdout: "pipe", stderr: "inherit" });
	const reader = child.stdout.getReader();
	return {
		/** Milliseconds of processor time, of the system too. */
		async run(line: string) {
			child.stdin.write(`TIMEFORMAT='%3U %3S'; { time { ${line}; } >/dev/null 2>/dev/null; } 2>&1\n`);
			await child.stdin.flush();
			const answer = new TextDecoder().decode((await reader.read()).value);
			const [user = Number.NaN, system = Number.NaN] = answer.trim().split(" ").map(Number);
			if (Number.isNaN(user + system)) throw new Error(`${line} ended with ${JSON.stringify(answer)}`);
			return (user + system) * 1000;
		},
		async [Symbol.asyncDispose]() {
			await child.stdin.end();
			await child.exited;
		},
	};
}

async function inTurns(times: number, outside: () => Promise<number>, inside: () => Promise<number>) {
	const [without, within]: [number[], number[]] = [[], []];
	for (let count = 0; count < times; count++) {
		without.push(await outside());
		within.push(await inside());
	}
	return { without: Math.min(...without), within: Math.min(...within) };
}
