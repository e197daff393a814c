import { describe, expect } from "bun:test";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { answerCalls, run, runCalls } from "./in-sandbox.ts";

const read = (path: string) => toolCall("read", { path });
const write = (path: string, content: string) => toolCall("write", { path, content });

/** A name that nobody else uses. */
const unique = (name: string) => `omp-test-${process.pid}-${crypto.randomUUID().slice(0, 8)}-${name}`;

/** A folder that the machine has in its own /tmp. */
function machineFolder() {
	const path = mkdtempSync(join("/tmp", "omp-test-machine-"));
	return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

describe("the temporary folder of a session", () => {
	verifies("sandbox:temporary:same-for-tools", async () => {
		const [made, written, edited] = ["made.txt", "written.txt", "folder/edited.txt"].map(
			(name) => `/tmp/${unique(name)}`,
		);
		await using session = await runCalls(
			[
				run(`echo by the command > ${made}`),
				read(made ?? ""),
				write(written ?? "", "by the tool\n"),
				run(`cat ${written}`),
				write(edited ?? "", "once\n"),
				run(`cd $(dirname ${edited}) && cat edited.txt || ls -R /tmp`),
				run("pwd; cat edited.txt", { cwd: join(edited ?? "", "..") }),
				toolCall("find", { path: `/tmp/${unique("none")}*;/tmp/omp-test-${process.pid}-*-made.txt` }),
				toolCall("search", { pattern: "by the (tool|command)", path: "/tmp" }),
				read("/tmp/"),
			],
			{ args: ["--approval-mode", "auto"] },
		);
		const { results } = session;
		expect(results[1]).toContain("by the command");
		expect(results[3]).toStartWith("by the tool\n");
		expect(results[6]).toStartWith(`${join(edited ?? "", "..")}\nonce\n`);
		expect(results[7]).toContain(made?.slice("/tmp/".length) ?? "");
		expect(results[8]).toContain("by the command");
		expect(results[8]).toContain("by the tool");
		expect(results.join("\n")).not.toContain("omp-box-");
		for (const path of [made, written, edited]) expect(existsSync(path ?? "")).toBe(false);
	});

	verifies("sandbox:temporary:machine", async () => {
		using machine = machineFolder();
		writeFileSync(join(machine.path, "mine.txt"), "of the user\n");
		const [visible, path] = [join(machine.path, "visible"), `/tmp/${unique("x.txt")}`];
		const calls = [read(join(machine.path, "mine.txt")), write(join(machine.path, "new.txt"), "private\n")];
		const { results, asked } = await answerCalls([
			...calls,
			write("below.txt", "in the workspace\n"),
			run("cat below.txt"),
		]);
		expect(asked).toEqual([]);
		expect(results[0]).toContain("of the user");
		expect(results[3]).toStartWith("in the workspace\n");
		expect(existsSync(join(machine.path, "new.txt"))).toBe(false);
		await using seen = await runCalls([write(join(visible, "a.txt"), "seen\n"), run(`cat ${visible}/a.txt`)], {
			before: () => void Bun.spawnSync(["mkdir", visible]),
			config: `sandbox: { visible: [${visible}] }\n`,
			args: ["--yolo"],
		});
		expect(seen.results[1]).toStartWith("seen\n");
		expect(existsSync(join(visible, "a.txt"))).toBe(true);
		await using off = await runCalls([write(path, "real\n"), run(`cat ${path}; rm ${path}`)], {
			args: ["--sandbox", "off", "--yolo"],
		});
		expect(off.results[1]).toStartWith("real\n");
	});
});
