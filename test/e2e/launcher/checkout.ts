import { chmod, copyFile, cp, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { barePath } from "@oh-my-pi/pi-testkit/isolation/bare-path";
import { type CommandResult, runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { until } from "@oh-my-pi/pi-testkit/until";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";

const repository = join(import.meta.dir, "../../..");

/** A fake project with the real launcher, and stubs for npm and Bun on a minimal PATH. */
export interface Checkout extends AsyncDisposable {
	readonly project: Workspace;
	readonly path: string;
	/** For running it without `omp()`. */
	readonly env: Record<string, string>;
	omp(
		args?: readonly string[],
		options?: { cwd?: string; env?: Record<string, string>; stdin?: string },
	): Promise<CommandResult>;
	/** Waits until a change gets a later mtime than the build; file system timestamps are coarse. */
	clockTick(): Promise<void>;
	/** Calls of npm and Bun so far, without starts of omp. */
	calls(): Promise<string[]>;
}

export async function checkout(
	options: { name?: string; tools?: { npm?: boolean; bun?: string } } = {},
): Promise<Checkout> {
	const project = await workspace(
		{
			"package.json": '{\n\t"packageManager": "bun@9.9.9"\n}\n',
			"src/main.ts": "first\n",
			"src/other.ts": "other\n",
		},
		{ name: options.name ?? "a checkout" },
	);
	const launcher = ["omp", "scripts/prepare.sh", "scripts/prepare/bun.sh", "scripts/prepare/lock.sh"];
	for (const file of launcher) await cp(join(repository, file), project.file(file));
	const bin = await makeBin(project, options.tools ?? {});
	const calls = project.file("../calls");
	const env = {
		PATH: bin,
		HOME: process.env.HOME ?? "",
		STUB_CALLS: calls,
		STUB_REAL_BUN: process.execPath,
		STUB_OMP: join(import.meta.dir, "stub-omp.ts"),
	};
	return {
		project,
		path: project.path,
		env,
		omp: (args = [], { cwd = project.path, env: more = {}, stdin } = {}) =>
			runCommand([project.file("omp"), ...args], { cwd, env: { ...env, ...more }, stdin }),
		async clockTick() {
			const built = (await stat(project.file("dist/inputs"))).mtimeMs;
			await until(async () => {
				await project.write("../clock", "");
				return (await stat(project.file("../clock"))).ctimeMs > built;
			});
		},
		async calls() {
			const text = await readFile(calls, "utf8").catch(() => "");
			return text
				.replaceAll(/tmp\.\d+/g, "tmp")
				.replaceAll(project.path, "")
				.split("\n")
				.filter(Boolean);
		},
		[Symbol.asyncDispose]: () => project[Symbol.asyncDispose](),
	};
}

/** A PATH without the real npm and Bun, with the given stubs. */
async function makeBin(project: Workspace, { npm = true, bun }: { npm?: boolean; bun?: string }): Promise<string> {
	const bin = await barePath(project.file("../bin"), { without: ["npm"] });
	await install("stub-bun.sh", project.file("../stub-bun"));
	await install("stub-omp.sh", project.file("../stub-omp"));
	if (npm) await install("stub-npm.sh", join(bin, "npm"));
	if (bun === "9.9.9") await install("stub-bun.sh", join(bin, "bun"));
	else if (bun)
		await project.write("../bin/bun", `#!/bin/sh\necho ${bun}\n`).then(() => chmod(join(bin, "bun"), 0o755));
	return bin;
}

async function install(stub: string, target: string): Promise<void> {
	await copyFile(join(import.meta.dir, stub), target);
	await chmod(target, 0o755);
}
