import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verificationName, verifies } from "@oh-my-pi/pi-testkit/verifies";
import { run, runCalls } from "./in-sandbox.ts";
import { python } from "./machine.ts";

const hint = "Nobody can be asked in this run: do without it, finish the rest, and tell the user in your answer";

describe("files in the sandbox", () => {
	verifies("sandbox:files:outside-is-refused", async () => {
		await using session = await runCalls([run("echo a > inside.txt; echo b > ~/outside.txt")]);
		const { omp, results } = session;
		expect(await omp.files.read("inside.txt")).toBe("a\n");
		expect(existsSync(join(omp.home.path, "outside.txt"))).toBe(false);
		expect(results[0]).toContain(`The sandbox refused writing to ${join(omp.home.path, "outside.txt")}\n${hint}`);
	});

	verifies("sandbox:files:protected-names", async () => {
		const files = { ".git/config": "[core]\n", ".git/HEAD": "ref: refs/heads/main\n", "package.json": "{}\n" };
		await using session = await runCalls(
			[
				run("echo x >> .git/config"),
				run("mkdir -p .git/hooks; echo evil > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit"),
				run("mv .git other; mkdir .git; echo x > .git/config"),
				run("echo A=1 > .env; mkdir -p .omp; echo x > .omp/config.yml; echo ok > fine.txt"),
			],
			{ files },
		);
		const { omp, results } = session;
		expect(await omp.files.read(".git/config")).toBe("[core]\n");
		for (const name of [".git/hooks/pre-commit", ".env", ".omp"]) expect(existsSync(join(omp.path, name))).toBe(false);
		expect(await omp.files.read("fine.txt")).toBe("ok\n");
		expect(results[0]).toContain(`The sandbox refused writing to ${join(omp.path, ".git/config")}`);
		expect(results[1]).toContain(
			`The sandbox took away ${join(omp.path, ".git/hooks")}, which decides what runs later`,
		);
		expect(results[3]).toContain(`The sandbox took away ${join(omp.path, ".env")}, which decides what runs later`);
		const kept = /\.env, which decides what runs later; it is now (\S+)/.exec(results[3] ?? "")?.[1] ?? "";
		expect(await readFile(kept, "utf8")).toBe("A=1\n");
	});

	requires("python3")(verificationName("sandbox:files:keys-are-hidden"), async () => {
		const look =
			"python3 -c 'import os\nfor folder, _, names in os.walk(os.path.expanduser(chr(126))):\n  for name in names: print(open(os.path.join(folder, name), errors=chr(105)+\"gnore\").read())'";
		await using session = await runCalls([run(look)], {
			async before(omp) {
				await mkdir(join(omp.home.path, ".ssh"));
				for (const name of [".ssh/id_test", ".npmrc", ".bash_history"]) await omp.home.write(name, "SECRET\n");
				await omp.home.write("visible.txt", "can be seen\n");
			},
		});
		expect(session.results[0]).toContain("can be seen");
		expect(session.results[0]).not.toMatch(/SECRET|baseUrl/);
	});

	verifies("sandbox:files:read-mode", async () => {
		const command = "echo a > a.txt; echo b > /tmp/b.txt && cat /tmp/b.txt";
		await using session = await runCalls([run(command)], { args: ["--sandbox", "read"] });
		expect(existsSync(join(session.omp.path, "a.txt"))).toBe(false);
		expect(session.results[0]).toMatch(/Read-only file system[\s\S]*^b$/m);
	});

	verifies("sandbox:files:off", async () => {
		await using session = await runCalls([run("echo b > ~/outside.txt; echo $HOME")], { args: ["--sandbox", "off"] });
		expect(await session.omp.home.read("outside.txt")).toBe("b\n");
		expect(JSON.stringify(session.omp.model.requests[0])).not.toContain("outside the sandbox");
	});

	requires("python3")("a worker of the fleet, which asks nobody, does not start there", async () => {
		const launcher = [python, join(import.meta.dir, "without-landlock.py")];
		await using omp = await ompProject();
		const start = (...flags: string[]) =>
			runCommand([...launcher, ...omp.command, "fleet", "worker", "--until-idle", ...flags], {
				cwd: omp.path,
				env: omp.env,
			});
		expect(await start()).toMatchObject({
			exitCode: 1,
			stderr: expect.stringMatching(/^Error: No sandbox on this machine: .*Use --sandbox off/),
		});
		expect((await start("--sandbox", "off")).exitCode).toBe(0);
	});
});

describe("a session in the sandbox", () => {
	requires("curl")(verificationName("sandbox:session:shared"), async () => {
		const serve = "(python3 -m http.server 8123 > /dev/null 2>&1 &); echo from one > /tmp/note";
		const read =
			"for i in $(seq 50); do curl -sf http://localhost:8123/page.txt && break; sleep 0.1; done; cat /tmp/note";
		await using session = await runCalls([run(serve), run(read)], { files: { "page.txt": "served\n" } });
		expect(session.results[1]).toStartWith("served\nfrom one\n");
	});

	verifies("sandbox:session:ends-with-omp", async () => {
		const command =
			"setsid sh -c 'while :; do date +%s%N > alive; sleep 0.05; done' > /dev/null 2>&1 & sleep 0.3; cat alive";
		await using session = await runCalls([run(command)]);
		const read = () => session.omp.files.read("alive");
		await until(async () => {
			const before = await read();
			await Bun.sleep(300);
			return before === (await read());
		});
	});

	test("what a stopped command has started ends with it, though omp goes on", async () => {
		const command =
			"setsid sh -c 'while :; do date +%s%N > alive; sleep 0.05; done' > /dev/null 2>&1 & touch began; wait";
		await using omp = await ompProject({ replies: [run(command), text("Done.")] });
		await using host = rpcHost(omp, { args: ["--yolo"] });
		host.send({ id: "p", type: "prompt", message: "go" });
		const read = () => omp.files.read("alive").catch(() => "");
		await until(async () => (await read()) !== "");
		host.send({ id: "a", type: "abort" });
		await until(async () => {
			const before = await read();
			await Bun.sleep(300);
			return before === (await read());
		});
	});

	requires("python3")(verificationName("sandbox:kernels:python"), async () => {
		const cell = (code: string) => toolCall("eval", { cells: [{ language: "py", code }] });
		const attempt =
			"try:\n    open(os.path.expanduser('~/out.txt'), 'w')\nexcept OSError as error:\n    print(error.strerror)";
		await using session = await runCalls(
			[cell(`import os\n${attempt}\nopen('in.txt', 'w').write('x')\nprint(tool.read({'path': 'a.txt'}))`)],
			{
				files: { "a.txt": "by the tool\n" },
			},
		);
		expect(session.results[0]).toContain("Read-only file system");
		expect(session.results[0]).toContain("by the tool");
		expect(existsSync(join(session.omp.home.path, "out.txt"))).toBe(false);
		expect(await session.omp.files.read("in.txt")).toBe("x");
	});
});

describe("a machine without a sandbox", () => {
	requires("python3")(verificationName("sandbox:unavailable:asks-as-before"), async () => {
		const launcher = [python, join(import.meta.dir, "without-landlock.py")];
		await using session = await runCalls([run("umask 022; echo a > a.txt")], {
			launcher,
			args: ["--approval-mode", "auto"],
		});
		expect(session.stderr).toContain("No sandbox on this machine: This kernel has no Landlock");
		expect(session.results[0]).toContain('"bash" needs the user\'s approval');
		expect(JSON.stringify(session.omp.model.requests[0])).toContain("Commands run without a sandbox");
		expect(JSON.stringify(session.omp.model.requests[0])).not.toContain("outside the sandbox");
	});
});
