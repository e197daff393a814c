import { expect } from "bun:test";
import { appendFile, mkdir, readdir } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { barePath } from "@oh-my-pi/pi-testkit/isolation/bare-path";
import { outsideEnv } from "@oh-my-pi/pi-testkit/isolation/isolated-env";
import { requiresThat } from "@oh-my-pi/pi-testkit/requires";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { sizeLimits } from "../../scripts/bench/limits.data.ts";

const repository = join(import.meta.dir, "../..");
// The user's npm settings may name the reachable registry.
const env = { ...outsideEnv(process.env), NPM_CONFIG_USERCONFIG: join(userInfo().homedir, ".npmrc") };
const registry = await runCommand(["npm", "view", "bun", "name", "--fetch-retries=0", "--fetch-timeout=5000"], {
	env,
}).catch(() => undefined);

requiresThat(registry?.exitCode === 0, "the npm registry")(
	"fresh clone: one command on a machine with only git and Node prepares omp and runs it",
	async () => {
		await using machine = await workspace();
		const clone = machine.file("omp checkout");
		const bare = {
			...env,
			HOME: machine.file("home"),
			PATH: await barePath(machine.file("bin")),
			TMPDIR: machine.path,
		};
		await mkdir(bare.HOME);
		// Packed, like a clone over the network.
		await machine.git("clone", "--quiet", "--no-local", repository, clone);
		const omp = () => runCommand([join(clone, "omp"), "--help"], { cwd: machine.path, env: bare });

		const first = await omp();
		expect(first.stderr).toMatch(/^omp: getting Bun \S+ from npm…\nomp: installing dependencies…\nomp: building…\n$/);
		expect(first.stdout).toContain("a coding agent in your terminal");
		expect(first.exitCode).toBe(0);
		expect(await omp()).toEqual({ ...first, stderr: "" });
		expect(await megabytesIn(clone, bare.HOME)).toBeLessThanOrEqual(sizeLimits.onDisk);
		expect(await readdir(bare.HOME)).toEqual([]);

		await appendFile(join(clone, "packages/coding-agent/src/main.ts"), "// pulled\n");
		// Rebuilding needs neither npm nor the network, only the executable itself.
		const offline = { ...bare, PATH: await barePath(machine.file("offline-bin"), { without: ["npm", "node"] }) };
		const nowhere = { NPM_CONFIG_REGISTRY: "http://127.0.0.1:9", HTTPS_PROXY: "http://127.0.0.1:9" };
		const rebuilt = await runCommand([join(clone, "omp"), "--help"], { cwd: "/", env: { ...offline, ...nowhere } });
		expect(rebuilt).toEqual({ ...first, stderr: "omp: installing dependencies…\nomp: building…\n" });
		expect(await megabytesIn(clone, bare.HOME)).toBeLessThanOrEqual(sizeLimits.onDisk);
	},
	60_000,
);

/** Without the history, which only grows. */
async function megabytesIn(...folders: string[]): Promise<number> {
	const { stdout } = await runCommand(["du", "-skc", "--exclude=.git", ...folders]);
	return Number.parseInt(stdout.trim().split("\n").at(-1) ?? "", 10) / 1024;
}
