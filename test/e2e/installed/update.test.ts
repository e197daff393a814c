import { beforeAll, expect, test } from "bun:test";
import { chmod, copyFile, mkdir, readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { type NpmRegistry, npmRegistry } from "@oh-my-pi/pi-testkit/servers/npm-registry";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type PackageOptions, packMain, packPlatform } from "../../../scripts/release/npm-packages.ts";
import { hostPlatform } from "../../../scripts/release/platforms.ts";
import { hostRelease, makingMs } from "../host-release.ts";
import { type Machine, machine } from "./machine.ts";

beforeAll(async () => void (await hostRelease()), makingMs);

const timeoutMs = 60_000;
const name = "@oh-my-pi/pi-coding-agent";
const next = "omp/9.9.9\n";

/** A registry with the release of this checkout and a next one, whose executable only knows its version. */
async function registryWithNext(user: Machine, options: { program?: string; integrity?: string } = {}) {
	const registry = npmRegistry();
	const { packages } = await hostRelease();
	for (const tarball of packages) await registry.publish(tarball);
	const executable = user.files.file("next/omp");
	await user.files.write("next/omp", options.program ?? "#!/bin/sh\necho omp/9.9.9\n");
	await chmod(executable, 0o755);
	const packaging: PackageOptions = {
		root: resolve(import.meta.dir, "../../.."),
		version: "9.9.9",
		folder: user.files.file("next"),
		scratch: user.files.file("next/tmp"),
		gzipLevel: 1,
	};
	await registry.publish(await packMain(packaging));
	const tarball = await packPlatform(hostPlatform(), { executable }, packaging);
	await registry.publish(tarball, options.integrity ? { integrity: options.integrity } : {});
	return registry;
}

function using(registry: NpmRegistry) {
	return { NPM_CONFIG_REGISTRY: registry.url };
}

verifies(
	"cli:sub:update",
	async () => {
		await using user = await machine();
		await using registry = await registryWithNext(user);
		const prefix = user.files.file("prefix");
		const { version } = await hostRelease();
		const install = ["npm", "install", "--global", `--prefix=${prefix}`, `${name}@${version}`];
		await user.mustRun(install, using(registry));
		const omp = join(prefix, "bin/omp");
		const facts = `omp ${version}, installed with npm for all projects in ${prefix}\nNewest version: 9.9.9\n`;
		expect(await user.mustRun([omp, "update", "--check"], using(registry))).toBe(facts);
		const unasked = await user.run([omp, "update"], using(registry));
		expect(unasked).toMatchObject({ stdout: facts, exitCode: 1 });
		expect(unasked.stderr).toContain("Add --yes to install it");

		// A project's own npm settings do not decide where omp comes from.
		await user.files.write("work/.npmrc", "registry=http://127.0.0.1:9/\n");
		await using terminal = ptyRun([omp, "update"], {
			cols: 120,
			cwd: user.files.file("work"),
			env: { ...user.env, ...using(registry) },
		});
		await terminal.waitFor(`npm install --global --prefix ${prefix} ${name}@9.9.9`);
		await terminal.waitFor("Install omp 9.9.9 now? [Y/n]");
		terminal.type("n\r");
		expect((await terminal.exit).code).toBe(1);
		expect(await user.mustRun([omp, "--version"])).toBe(`omp/${version}\n`);

		expect(await user.mustRun([omp, "update", "--yes"], using(registry))).toBe(
			`${facts}Updated omp from ${version} to 9.9.9. Running sessions keep the old version.\n`,
		);
		expect(await user.mustRun([omp, "--version"])).toBe(next);
	},
	timeoutMs,
);

test(
	"omp update: an installation of bun is updated with bun",
	async () => {
		await using user = await machine({ withBun: true });
		await using registry = await registryWithNext(user);
		const { version } = await hostRelease();
		await user.mustRun(["bun", "add", "--global", "--trust", `${name}@${version}`], using(registry));
		const omp = user.files.file("home/.bun/bin/omp");
		const said = await user.mustRun([omp, "update", "--yes"], using(registry));
		expect(said).toContain(`installed with bun for all projects in ${user.files.file("home/.bun/install/global")}\n`);
		expect(said).toContain("Updated omp");
		expect(await user.mustRun([omp, "--version"])).toBe(next);
	},
	timeoutMs,
);

/** The executable alone in a folder. */
async function alone(user: Machine): Promise<string> {
	const omp = user.files.file("alone/omp");
	await mkdir(user.files.file("alone"));
	await copyFile((await hostRelease()).executable, omp);
	await chmod(omp, 0o755);
	return omp;
}

test(
	"omp update: an executable replaces itself with the one of its platform's package",
	async () => {
		await using user = await machine();
		await using registry = await registryWithNext(user);
		const omp = await alone(user);
		const said = await user.mustRun([omp, "update", "--yes"], using(registry));
		expect(said).toContain(`the executable ${omp}\nNewest version: 9.9.9\n`);
		expect(await user.mustRun([omp, "--version"])).toBe(next);
		expect(await readdir(user.files.file("alone"))).toEqual(["omp"]);
	},
	timeoutMs,
);

test(
	"omp update: an executable that is damaged or does not start leaves the old one",
	async () => {
		for (const [options, complaint] of [
			[{ integrity: `sha512-${btoa("other")}` }, "is damaged: its checksum is not the registry's"],
			[{ program: "#!/bin/sh\nexit 1\n" }, "does not start here; the old one stays"],
		] as const) {
			await using user = await machine();
			await using registry = await registryWithNext(user, options);
			const omp = await alone(user);
			const before = Bun.hash(await readFile(omp));
			const { stderr, exitCode } = await user.run([omp, "update", "--yes"], using(registry));
			expect(stderr).toContain(complaint);
			expect(exitCode).toBe(1);
			expect(Bun.hash(await readFile(omp))).toBe(before);
			expect(await readdir(user.files.file("alone"))).toEqual(["omp"]);
		}
	},
	timeoutMs,
);

test("omp update: without a registry it says so; a checkout is explained without asking one", async () => {
	await using user = await machine();
	const omp = await alone(user);
	const { stderr, exitCode } = await user.run([omp, "update"]);
	expect(stderr).toContain("Error: Cannot reach the npm registry http://127.0.0.1:9");
	expect(exitCode).toBe(1);
	await using project = await ompProject();
	const { stdout } = await project.run(["update"]);
	expect(stdout).toMatch(/^omp \S+, from the checkout \S+\nUpdate it with git: git -C \S+ pull\./);
});
