import { beforeAll, expect, test } from "bun:test";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { npmRegistry } from "@oh-my-pi/pi-testkit/servers/npm-registry";
import { hostRelease, makingMs } from "../host-release.ts";
import { type Machine, machine } from "./machine.ts";
import { smokeTest } from "./smoke.ts";

beforeAll(async () => void (await hostRelease()), makingMs);

const timeoutMs = 60_000;

/** Installs the local tarballs in an empty prefix; returns the path of `omp`. */
async function install(user: Machine, ...flags: string[]): Promise<string> {
	const { packages } = await hostRelease();
	const prefix = user.files.file("prefix");
	await user.mustRun(["npm", "install", "--global", "--offline", `--prefix=${prefix}`, ...flags, ...packages]);
	return join(prefix, "bin/omp");
}

test(
	"npm packages: installed in an empty prefix, omp is the executable itself and works",
	async () => {
		await using registry = npmRegistry();
		await using user = await machine({ registry: registry.url });
		const omp = await install(user);
		const { version, executable } = await hostRelease();
		expect(await user.mustRun([omp, "--version"])).toBe(`omp/${version}\n`);
		// Not the launcher, and not a second copy.
		const place = await stat(omp);
		expect(place.size).toBe((await stat(executable)).size);
		expect(place.nlink).toBe(2);
		const { stdout } = await runCommand(["du", "-sm", user.files.file("prefix")]);
		expect(Number.parseInt(stdout, 10)).toBeLessThanOrEqual(175);
		await smokeTest([omp], user);
		// Nobody looks for a newer version unasked.
		expect(registry.requests).toEqual([]);
	},
	timeoutMs,
);

test(
	"npm packages: without install scripts, the launcher starts the executable and passes on how it ends",
	async () => {
		await using user = await machine();
		const omp = await install(user, "--ignore-scripts");
		expect((await stat(omp)).size).toBeLessThan(4096);
		await smokeTest([omp], user);
		expect(await user.run([omp, "--nonsense"])).toMatchObject({ exitCode: 2 });
		const killed = Bun.spawn([omp, "--mode", "rpc"], {
			cwd: user.files.path,
			env: user.env,
			stdin: "pipe",
			stdout: "pipe",
		});
		// Its first words mean that it can be stopped.
		await killed.stdout.getReader().read();
		killed.kill("SIGTERM");
		expect(await killed.exited).toBe(143);
	},
	timeoutMs,
);

test(
	"npm packages: where the package of the platform is missing, omp says so and how to get it",
	async () => {
		await using user = await machine();
		const { packages } = await hostRelease();
		const prefix = user.files.file("prefix");
		const [main = ""] = packages;
		await user.mustRun(["npm", "install", "--global", "--offline", `--prefix=${prefix}`, "--omit=optional", main]);
		const { stderr, exitCode } = await user.run([join(prefix, "bin/omp"), "--version"]);
		expect(stderr).toMatch(/^omp: The package @oh-my-pi\/pi-coding-agent-\S+ is not installed\./);
		expect(stderr).toContain("npm install -g @oh-my-pi/pi-coding-agent");
		expect(exitCode).toBe(1);
	},
	timeoutMs,
);
