import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { until } from "@oh-my-pi/pi-testkit/until";
import { run, runCalls } from "./in-sandbox.ts";

const cell = (code: string) => toolCall("eval", { cells: [{ language: "py", code }] });
const later = "which decides what runs later";

/** Runs one command after another, with work of the user's in between. */
async function inTurns(
	commands: readonly string[],
	between: (omp: OmpProject, index: number) => unknown,
	before?: (omp: OmpProject) => unknown,
): Promise<{ readonly results: readonly string[]; readonly omp: OmpProject } & AsyncDisposable> {
	const omp = await ompProject({ replies: commands.flatMap((command) => [run(command), text("Done.")]) });
	await before?.(omp);
	await using host = rpcHost(omp, { args: ["--yolo"] });
	const ended = () => host.frames.filter(({ type }) => type === "agent_end").length;
	for (const [index] of commands.entries()) {
		host.send({ id: String(index), type: "prompt", message: "go" });
		await until(() => ended() === index + 1, { timeoutMs: 60_000 });
		await between(omp, index);
	}
	const texts = omp.model.requests.map((request) => JSON.stringify((request.messages as unknown[]).at(-1)));
	return {
		omp,
		results: texts.filter((_, index) => index % 2 === 1),
		[Symbol.asyncDispose]: () => omp[Symbol.asyncDispose](),
	};
}

describe("protected files in a whole session", () => {
	requires("python3")("what a Python cell makes is taken away, and the result says so", async () => {
		const code =
			"import os\nos.makedirs('.github/workflows')\nopen('.github/workflows/x.yml', 'w').write('evil')\nopen('.envrc', 'w').write('evil')";
		await using session = await runCalls([cell(code), run("ls -a")], { args: ["--yolo"] });
		const { omp, results } = session;
		expect([".github/workflows/x.yml", ".envrc"].map((name) => existsSync(join(omp.path, name)))).toEqual([
			false,
			false,
		]);
		expect(results[0]).toContain(`The sandbox took away ${join(omp.path, ".envrc")}, ${later}`);
	});

	test("what a background program makes is taken away, also while nothing else runs", async () => {
		await using session = await inTurns(
			["(sleep 1; mkdir -p .husky; echo evil > .husky/pre-commit; sleep 30) >/dev/null 2>&1 & echo started", "ls -a"],
			async ({ path }, index) => {
				if (index > 0) return;
				await until(() => existsSync(join(path, ".husky")), { timeoutMs: 10_000 });
				await until(() => !existsSync(join(path, ".husky")), { timeoutMs: 10_000 });
			},
		);
		expect(session.results[1]).toContain(`The sandbox took away ${join(session.omp.path, ".husky")}`);
	});

	test("what file tools and the user write stays, and counts from then on", async () => {
		await using tools = await runCalls(
			[
				run("echo a"),
				toolCall("write", { path: ".github/workflows/ci.yml", content: "on: push\n" }),
				run("echo evil > .github/workflows/ci.yml; echo b"),
			],
			{ args: ["--yolo"] },
		);
		expect(await tools.omp.files.read(".github/workflows/ci.yml")).toBe("on: push\n");
		expect(tools.results[2]).not.toContain("took away");
		await using user = await inTurns(
			["echo a", "echo evil > .envrc; cat .envrc", "cat .envrc"],
			async ({ files }, index) => {
				// The shell is back at waiting.
				await Bun.sleep(1200);
				if (index === 0) await files.write(".envrc", "of the user\n");
			},
		);
		expect(user.results[2]).toContain("of the user");
	}, 60_000);

	test("a new repository works, and runs no programs", async () => {
		await using session = await runCalls(
			[
				run(
					"git init -q . && git config user.name Ann && git config core.fsmonitor ./evil && git remote add origin a:b && echo made",
				),
				run("git -c user.email=a@b commit -q --allow-empty -m one && git log --format=%an"),
			],
			{ args: ["--yolo"] },
		);
		expect(session.results[0]).toContain(
			`The sandbox took core.fsmonitor out of ${join(session.omp.path, ".git/config")}`,
		);
		expect(session.results[1]).toStartWith("Ann\n");
		const config = await session.omp.files.read(".git/config");
		expect([config.includes("a:b"), config.includes("evil")]).toEqual([true, false]);
	});
});

describe("what changes outside while a session runs", () => {
	test("credentials that appear or are replaced, and new sockets, are hidden from the next command", async () => {
		const server = createServer((socket) => socket.end("reached"));
		const connect = (path: string) =>
			`python3 -c 'import socket; s = socket.socket(1); s.connect("${path}"); print(s.recv(9))'`;
		const look = "cat ~/.npmrc ~/.ssh/id ~/.omp/agent/later.txt";
		await using session = await inTurns(
			[`${look}; export KEPT=1`, `${look}; ${connect("$HOME/later.sock")}; echo "[$KEPT]"`, "echo done"],
			({ home }, index) => {
				if (index !== 0) return;
				writeFileSync(home.file(".npmrc2"), "SECRET\n");
				renameSync(home.file(".npmrc2"), home.file(".npmrc"));
				mkdirSync(home.file(".ssh"));
				for (const name of [".ssh/id", ".omp/agent/later.txt"]) writeFileSync(home.file(name), "SECRET\n");
				return new Promise<void>((resolve) => server.listen(home.file("later.sock"), resolve));
			},
			({ home }) => home.write(".npmrc", "SECRET\n"),
		);
		server.close();
		expect(session.results.join("\n")).not.toMatch(/SECRET|reached/);
		expect(session.results[1]).toContain("The shell was started anew");
	});

	test("a shell goes on when nothing of that has changed", async () => {
		await using session = await inTurns(
			["export KEPT=1; touch a", 'echo "[$KEPT]"; touch .env2 b', 'echo "[$KEPT]"'],
			({ home }) => home.write("notes.txt", "x"),
		);
		expect(session.results[1]).toContain("[1]");
		expect(session.results[2]).toContain("[1]");
	});
});

requires("python3")("the programs of Python kernels cannot be changed or added to from the box", async () => {
	const folder = join(tmpdir(), "omp-python-runner");
	const add = `for d in ${folder}/*; do echo 'evil' > $d/json.py; echo evil >> $d/runner.py; done; ls ${folder}`;
	await using session = await runCalls([cell("print('one')"), run(add), cell("import json\nprint(json.dumps(2))")], {
		args: ["--yolo"],
	});
	expect(session.results[1]).toContain("Read-only file system");
	expect(session.results[2]).toContain("2");
	const [name = ""] = readdirSync(folder);
	expect(readdirSync(join(folder, name))).not.toContain("json.py");
	expect(readFileSync(join(folder, name, "runner.py"), "utf8")).not.toContain("evil");
});
