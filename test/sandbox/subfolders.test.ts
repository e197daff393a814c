import { describe, expect } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { run, runCalls } from "./in-sandbox.ts";

describe("folders of a workspace in the sandbox", () => {
	verifies("sandbox:files:protected-in-subfolders", async () => {
		const files = {
			"packages/x/.env": "A=1\n",
			"lib/.git/HEAD": "ref: refs/heads/main\n",
			"lib/.git/hooks/a.sample": "",
		};
		await using session = await runCalls(
			[
				run("echo evil >> packages/x/.env"),
				run("echo evil > lib/.git/hooks/post-checkout"),
				run("git init -q made && cd made && git config user.name a && git remote add origin ../lib && echo B=1 > .env"),
				run("mv packages/x packages/y && rm -r lib && echo moved"),
			],
			{ files },
		);
		const { omp, results } = session;
		const put = join(omp.path, "packages/x/.env");
		expect(results[0]).toContain(`The sandbox put back ${put}, which decides what runs later`);
		expect(results[1]).toContain(`The sandbox took away ${join(omp.path, "lib/.git/hooks/post-checkout")}`);
		expect(results[2]).not.toContain("The sandbox");
		expect(results[3]).toStartWith("moved\n");
		expect(await omp.files.read("packages/y/.env")).toBe("A=1\n");
		expect(await omp.files.read("made/.git/config")).toContain("../lib");
		expect(await omp.files.read("made/.env")).toBe("B=1\n");
		expect(existsSync(join(omp.path, "lib"))).toBe(false);
	});

	verifies("sandbox:files:added-folder", async () => {
		await using other = await workspace();
		const at = (name: string) => join(other.path, name);
		const replies = [run(`echo a > ${at("a.txt")}`), text("One."), run(`echo b > ${at("b.txt")}`), text("Two.")];
		await using omp = await ompProject({ replies });
		await using host = rpcHost(omp, { args: [] });
		const ended = () => host.frames.filter(({ type }) => type === "agent_end").length;
		host.send({ id: "1", type: "prompt", message: "go" });
		await until(() => ended() === 1, { timeoutMs: 60_000 });
		host.send({ id: "2", type: "prompt", message: `/add-dir ${other.path}` });
		await until(() => host.frames.find(({ type, id }) => type === "response" && id === "2"), { timeoutMs: 60_000 });
		host.send({ id: "3", type: "prompt", message: "go" });
		await until(() => ended() === 2, { timeoutMs: 60_000 });
		expect([existsSync(at("a.txt")), existsSync(at("b.txt"))]).toEqual([false, true]);
	});
});
