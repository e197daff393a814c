import { cp, mkdir, readdir, readlink, symlink } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";

const root = join(import.meta.dir, "../..");

export interface RepositoryCopy extends Workspace {
	/** Runs Bun there and returns its output; throws on failure. */
	run(...args: readonly string[]): Promise<string>;
	/** Starts omp from its sources. */
	omp(...args: readonly string[]): Promise<string>;
}

/** The repository with the packages of its own and the dependencies of this one. */
export async function repositoryCopy(...more: readonly string[]): Promise<RepositoryCopy> {
	const copy = await workspace({});
	const filter = (path: string) => !/\/(node_modules|dist|__snapshots__)$/.test(path);
	for (const part of ["packages", "scripts", "docs", "package.json", "tsconfig.json", ...more]) {
		await cp(join(root, part), copy.file(part), { recursive: true, filter });
	}
	await mkdir(copy.file("node_modules/@oh-my-pi"), { recursive: true });
	for (const name of await readdir(join(root, "node_modules"))) {
		if (name !== "@oh-my-pi") await symlink(join(root, "node_modules", name), copy.file(`node_modules/${name}`));
	}
	for (const name of await readdir(join(root, "node_modules/@oh-my-pi"))) {
		const target = await readlink(join(root, "node_modules/@oh-my-pi", name));
		await symlink(target, copy.file(`node_modules/@oh-my-pi/${name}`));
	}
	const run = async (...args: readonly string[]) => {
		const env = { ...process.env, HOME: copy.file("home"), NO_COLOR: "1" };
		const { stdout, stderr, exitCode } = await runCommand([process.execPath, ...args], { cwd: copy.path, env });
		if (exitCode !== 0) throw new Error(stderr + stdout);
		return stdout;
	};
	return { ...copy, run, omp: (...args) => run("packages/coding-agent/src/main.ts", ...args) };
}
