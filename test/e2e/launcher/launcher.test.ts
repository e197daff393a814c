import { expect, test } from "bun:test";
import { chmod, mkdir, readdir, rename, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { checkout } from "./checkout.ts";

const PREPARING = `omp: getting Bun 9.9.9 from npm…\nomp: installing dependencies…\nomp: building…\n`;
const INSTALL = "bun install --frozen-lockfile --production --cache-dir /.bun/tmp/cache";
const BUILD = "bun --no-env-file --config=/dev/null scripts/build.ts --save-space";

test("launcher: the first call prepares with a line per step, later ones start at once", async () => {
	await using repo = await checkout();
	expect(await repo.omp()).toEqual({ stdout: `first\ncwd=${repo.path}\n`, stderr: PREPARING, exitCode: 0 });
	expect(await repo.calls()).toEqual(["npm install", INSTALL, BUILD]);
	expect(await repo.omp()).toEqual({ stdout: `first\ncwd=${repo.path}\n`, stderr: "", exitCode: 0 });
	expect(await repo.calls()).toHaveLength(3);
});

test("launcher: after the first call nothing is left but the executable, which then serves as Bun", async () => {
	await using repo = await checkout();
	await repo.omp();
	expect(await readdir(repo.project.file(".bun"))).toEqual(["prepare.log"]);
	await repo.clockTick();
	await repo.project.write("src/main.ts", "second\n");
	expect((await repo.omp()).stdout).toBe(`second\ncwd=${repo.path}\n`);
	expect(await repo.calls()).toEqual(["npm install", INSTALL, BUILD, INSTALL, BUILD]);
	expect((await readdir(repo.project.file("dist"))).sort()).toEqual(["check.sh", "inputs", "main", "omp"]);
});

test("launcher: with development packages installed, Bun and node_modules are kept", async () => {
	await using repo = await checkout();
	await repo.project.write("node_modules/.bin/biome", "");
	await repo.omp();
	expect((await readdir(repo.project.file(".bun"))).sort()).toEqual(["bun-9.9.9", "prepare.log"]);
	expect((await readdir(repo.project.file("node_modules"))).sort()).toEqual([".bin", "prebuilds"]);
});

test("launcher: BUN_BE_BUN is not passed to omp", async () => {
	await using repo = await checkout();
	await repo.omp();
	expect((await repo.omp([], { env: { BUN_BE_BUN: "1" } })).stdout).toBe(`first\ncwd=${repo.path}\n`);
});

test("launcher: arguments, stdin and cwd are passed through", async () => {
	await using repo = await checkout();
	await mkdir(repo.project.file("../else where"));
	const result = await repo.omp(["-p", "two  words", "--", "*", ""], {
		cwd: repo.project.file("../else where"),
		stdin: "piped\n",
	});
	expect(result.stdout).toBe(
		`first\ncwd=${join(repo.path, "../else where")}\nargument=-p\nargument=two  words\nargument=--\nargument=*\nargument=\nstdin=piped\n`,
	);
});

test("launcher: works through a chain of absolute and relative symlinks on PATH", async () => {
	await using repo = await checkout();
	await symlink(repo.project.file("omp"), repo.project.file("../bin/absolute"));
	await mkdir(repo.project.file("../links"));
	await symlink("../bin/absolute", repo.project.file("../links/relative"));
	await symlink("relative", repo.project.file("../links/omp"));
	const env = { ...repo.env, PATH: `${repo.project.file("../links")}:${repo.env.PATH}` };
	const result = await runCommand(["sh", "-c", "omp hi"], { cwd: "/", env });
	expect(result).toEqual({ stdout: "first\ncwd=/\nargument=hi\n", stderr: PREPARING, exitCode: 0 });
});

test("launcher: works as a relative path and as an argument of sh", async () => {
	await using repo = await checkout();
	const run = (command: string) => runCommand(["sh", "-c", command], { cwd: repo.path, env: repo.env });
	expect((await run("./omp hi")).stdout).toBe(`first\ncwd=${repo.path}\nargument=hi\n`);
	expect((await run("sh omp hi")).stdout).toBe(`first\ncwd=${repo.path}\nargument=hi\n`);
	expect((await run("cd src && ../omp hi")).stdout).toBe(`first\ncwd=${repo.path}/src\nargument=hi\n`);
});

test("launcher: Bun of the pinned version on PATH is used", async () => {
	await using repo = await checkout({ tools: { npm: false, bun: "9.9.9" } });
	expect((await repo.omp()).stderr).toBe("omp: installing dependencies…\nomp: building…\n");
	expect(await repo.calls()).toEqual([INSTALL, BUILD]);
});

test("launcher: Bun of another version on PATH is ignored", async () => {
	await using repo = await checkout({ tools: { bun: "9.9.8" } });
	expect((await repo.omp()).stderr).toBe(PREPARING);
	expect(await repo.calls()).toEqual(["npm install", INSTALL, BUILD]);
});

test("launcher: of several concurrent first calls one prepares, and all of them run", async () => {
	await using repo = await checkout();
	const results = await Promise.all([repo.omp(), repo.omp(), repo.omp(), repo.omp()]);
	expect(results.map(({ stdout, exitCode }) => ({ stdout, exitCode }))).toEqual(
		Array(4).fill({ stdout: `first\ncwd=${repo.path}\n`, exitCode: 0 }),
	);
	expect(await repo.calls()).toEqual(["npm install", INSTALL, BUILD]);
	expect(results.filter(({ stderr }) => stderr === PREPARING)).toHaveLength(1);
});

test("launcher: a stale lock of a dead process is taken over", async () => {
	await using repo = await checkout();
	await mkdir(repo.project.file(".bun"));
	await symlink("999999999:1", repo.project.file(".bun/lock"));
	expect((await repo.omp()).stderr).toBe(PREPARING);
});

test("launcher: a stale lock with a reused PID is taken over", async () => {
	await using repo = await checkout();
	await mkdir(repo.project.file(".bun"));
	await symlink(`${process.pid}:born-long-ago`, repo.project.file(".bun/lock"));
	expect((await repo.omp()).stderr).toBe(PREPARING);
});

requires("ps")("launcher: killed during a download, the next call waits for the orphan and starts over", async () => {
	await using repo = await checkout();
	await writeFile(`${repo.env.STUB_CALLS}.slow`, "");
	// In its own process session, by which the launcher finds its shells.
	await using first = ptyRun([repo.project.file("omp")], { env: repo.env });
	await until(() => Bun.file(`${repo.env.STUB_CALLS}.started`).exists());
	await killShells(first.pid);
	await first.exit;
	await rm(`${repo.env.STUB_CALLS}.slow`);
	const second = await repo.omp();
	expect(second.stdout).toBe(`first\ncwd=${repo.path}\n`);
	expect(second.stderr).toContain("omp: waiting for another omp that is preparing");
	expect(second.stderr).toEndWith(PREPARING);
	expect(await readdir(repo.project.file(".bun"))).toEqual(["prepare.log"]);
});

test("launcher: Ctrl-C during the first call leaves no partial state", async () => {
	await using repo = await checkout();
	await writeFile(`${repo.env.STUB_CALLS}.slow`, "");
	await using first = ptyRun([repo.project.file("omp")], { env: repo.env });
	await until(() => Bun.file(`${repo.env.STUB_CALLS}.started`).exists());
	first.type("\x03");
	expect((await first.exit).code).not.toBe(0);
	await until(async () => (await readdir(repo.project.file(".bun"))).join() === "prepare.log");
	await rm(`${repo.env.STUB_CALLS}.slow`);
	expect((await repo.omp()).stderr).toBe(PREPARING);
});

test("launcher: a changed source triggers one rebuild", async () => {
	await using repo = await checkout();
	await repo.omp();
	await repo.clockTick();
	await repo.project.write("src/main.ts", "second\n");
	expect(await repo.omp()).toEqual({
		stdout: `second\ncwd=${repo.path}\n`,
		stderr: "omp: installing dependencies…\nomp: building…\n",
		exitCode: 0,
	});
	expect((await repo.omp()).stderr).toBe("");
});

test("launcher: a source replaced by one with an older mtime triggers a rebuild", async () => {
	await using repo = await checkout();
	await repo.omp();
	await repo.clockTick();
	await repo.project.write("src/new.ts", "unpacked\n");
	await utimes(repo.project.file("src/new.ts"), new Date(0), new Date(0));
	await rename(repo.project.file("src/new.ts"), repo.project.file("src/main.ts"));
	expect((await repo.omp()).stdout).toBe(`unpacked\ncwd=${repo.path}\n`);
});

test("launcher: a deleted source triggers a rebuild", async () => {
	await using repo = await checkout();
	await repo.omp();
	await repo.clockTick();
	await rm(repo.project.file("src/other.ts"));
	expect((await repo.omp()).stderr).toBe("omp: installing dependencies…\nomp: building…\n");
});

test("launcher: a build without its list of sources is rebuilt", async () => {
	await using repo = await checkout();
	await repo.omp();
	await rm(repo.project.file("dist/inputs"));
	expect((await repo.omp()).stderr).toBe("omp: installing dependencies…\nomp: building…\n");
});

test("launcher: OMP_REBUILD=1 forces a rebuild", async () => {
	await using repo = await checkout();
	await repo.omp();
	expect(await repo.omp([], { env: { OMP_REBUILD: "1" } })).toEqual({
		stdout: `first\ncwd=${repo.path}\n`,
		stderr: "omp: installing dependencies…\nomp: building…\n",
		exitCode: 0,
	});
});

test("launcher: reports when it cannot create its lock", async () => {
	await using repo = await checkout();
	await repo.project.write(".bun/lock", "not a lock");
	expect(await repo.omp()).toEqual({
		stdout: "",
		stderr: `omp: cannot create ${repo.path}/.bun/lock\n`,
		exitCode: 1,
	});
});

test("launcher: a change to a file outside the build is ignored", async () => {
	await using repo = await checkout();
	await repo.omp();
	await repo.clockTick();
	await repo.project.write("src/main.test.ts", "new\n");
	expect((await repo.omp()).stderr).toBe("");
});

test("launcher: a failed rebuild shows the error, keeps the old build, and can be skipped", async () => {
	await using repo = await checkout();
	await repo.omp();
	await repo.clockTick();
	await repo.project.write("src/main.ts", "BROKEN\n");
	expect(await repo.omp()).toEqual({
		stdout: "",
		stderr:
			"omp: installing dependencies…\nomp: building…\nerror: cannot parse src/main.ts\nomp: the build failed\n" +
			"omp: the previous build is untouched; OMP_NO_PREPARE=1 runs it\n",
		exitCode: 1,
	});
	const old = await repo.omp([], { env: { OMP_NO_PREPARE: "1" } });
	expect(old).toEqual({ stdout: `first\ncwd=${repo.path}\n`, stderr: "", exitCode: 0 });
});

test("launcher: a moved checkout runs without preparing again", async () => {
	await using repo = await checkout();
	await repo.omp();
	const moved = repo.project.file("../moved");
	await rename(repo.path, moved);
	const result = await runCommand([join(moved, "omp")], { cwd: "/", env: repo.env });
	expect(result.stdout).toBe("first\ncwd=/\n");
});

test("launcher: --version alone is answered by the existing build unless the version has changed", async () => {
	await using repo = await checkout();
	await repo.omp();
	await repo.clockTick();
	await repo.project.write("src/main.ts", "second\n");
	for (const flag of ["--version", "-v"]) {
		expect((await repo.omp([flag])).stdout).toBe(`first\ncwd=${repo.path}\nargument=${flag}\n`);
	}
	expect((await readdir(repo.project.file("dist"))).sort()).toEqual(["check.sh", "inputs", "main", "omp"]);
	await repo.project.write("packages/coding-agent/package.json", '{ "version": "2.0.0" }\n');
	expect((await repo.omp(["--version"])).stdout).toBe(`second\ncwd=${repo.path}\nargument=--version\n`);
	await repo.clockTick();
	await repo.project.write("src/main.ts", "third\n");
	expect((await repo.omp(["--version", "hi"])).stdout).toContain("third\n");
});

requires("setpriv")("launcher: a read-only checkout runs its existing build", async () => {
	await using repo = await checkout();
	await repo.omp();
	await repo.clockTick();
	await repo.project.write("src/main.ts", "newer than the build\n");
	await chmod(repo.path, 0o555);
	const result = await runCommand([...withoutPrivileges(), repo.project.file("omp")], { cwd: "/", env: repo.env });
	await chmod(repo.path, 0o755);
	expect(result).toEqual({ stdout: "first\ncwd=/\n", stderr: "", exitCode: 0 });
});

test("launcher: a missing build is never run, not even with rebuilding skipped", async () => {
	await using repo = await checkout();
	await repo.omp();
	await rm(repo.project.file("dist/omp"));
	expect((await repo.omp([], { env: { OMP_NO_PREPARE: "1" } })).stdout).toBe(`first\ncwd=${repo.path}\n`);
});

test("launcher: without Bun and npm it prints one line with instructions", async () => {
	await using repo = await checkout({ tools: { npm: false } });
	expect(await repo.omp()).toEqual({
		stdout: "",
		stderr:
			"omp: needs Bun 9.9.9, or npm to fetch it: install Node.js 20 or later (it brings npm) and run this again\n",
		exitCode: 1,
	});
});

test("launcher: without network it prints one line instead of npm's log", async () => {
	await using repo = await checkout();
	expect(await repo.omp([], { env: { STUB_NPM_ERROR: "code ENOTFOUND" } })).toEqual({
		stdout: "",
		stderr:
			"omp: getting Bun 9.9.9 from npm…\nomp: could not get Bun 9.9.9 from npm: the npm registry cannot be reached. " +
			"Check the network (or npm's proxy settings) and run this again.\n",
		exitCode: 1,
	});
	expect((await repo.omp()).stderr).toBe(PREPARING);
});

test("launcher: any other failure of npm is shown with its log", async () => {
	await using repo = await checkout();
	expect((await repo.omp([], { env: { STUB_NPM_ERROR: "code E403" } })).stderr).toBe(
		"omp: getting Bun 9.9.9 from npm…\nnpm warn something nobody needs to read\nnpm error code E403\n" +
			"omp: could not get Bun 9.9.9 from npm\n",
	);
});

/** Kills the launcher and its preparing shell, but not the shell's child processes. */
async function killShells(pid: number): Promise<void> {
	const { stdout } = await runCommand(["ps", "-o", "pid=,args=", "-s", String(pid)]);
	const shells = stdout.split("\n").filter((line) => /prepare\.sh|\/omp$/.test(line.trim()));
	for (const line of shells) process.kill(Number.parseInt(line, 10), "SIGKILL");
}

/** Makes a command obey permissions even as root, who still owns everything, unlike another user. */
function withoutPrivileges(): string[] {
	return process.getuid?.() === 0 ? [Bun.which("setpriv") ?? "", "--bounding-set=-dac_override,-dac_read_search"] : [];
}
