import { describe, expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";

describe("commands and cells of a session", () => {
	test("an exported variable persists for the next command", async () => {
		await using omp = await ompProject({
			replies: [
				toolCall("bash", { i: "Setting", command: "export COLOUR=blue; cd /" }),
				toolCall("bash", { i: "Reading", command: 'echo "$COLOUR in $PWD"' }),
				text("Done."),
			],
		});
		await omp.run(["-p", "go"]);
		expect(JSON.stringify(omp.model.requests[2])).toContain(`blue in ${omp.path}`);
	});

	requires("python3")("cells keep their variables from call to call, in Python and JavaScript", async () => {
		const cell = (language: string, code: string) => toolCall("eval", { cells: [{ language, code }] });
		await using omp = await ompProject({
			replies: [
				cell("py", "x = 20"),
				cell("py", "print(x + 22)"),
				cell("js", "globalThis.y = 6"),
				cell("js", "y * 7"),
				text("Done."),
			],
		});
		const { exitCode } = await omp.run(["-p", "compute"]);
		expect(exitCode).toBe(0);
		for (const index of [2, 4]) expect(JSON.stringify(omp.model.requests[index])).toContain("42");
	});

	test("a background job reports its result when it exits", async () => {
		await using omp = await ompProject({
			replies: [
				toolCall("bash", { i: "Starting", command: "sleep 0.3; echo job says hi", async: true }),
				toolCall("job", { i: "Waiting", poll: ["bg_1"] }),
				text("All done."),
			],
		});
		const { stdout } = await omp.run(["-p", "start it"]);
		expect(stdout).toBe("All done.\n");
		expect(JSON.stringify(omp.model.requests[1])).toContain("Backgrounded as job bg_1");
		expect(JSON.stringify(omp.model.requests[2])).toContain("job says hi");
	});
});

describe("the user's rules for commands", () => {
	test("a denied command does not run in any approval mode", async () => {
		await using omp = await ompProject({
			replies: [toolCall("bash", { i: "Trying", command: "echo no > made; git push --force" }), text("Refused.")],
		});
		await omp.home.write(".omp/agent/config.yml", 'bash: { patterns: [{ match: "git push*", approval: deny }] }\n');
		await omp.run(["-p", "go"]);
		expect(await omp.files.read("made").catch(() => "not there")).toBe("not there");
		expect(JSON.stringify(omp.model.requests[1])).toContain('"is_error":true');
	});

	test("with the interceptor on, a command that has a tool is refused with the tool's name", async () => {
		await using omp = await ompProject({
			files: { "a.txt": "hello" },
			replies: [toolCall("bash", { i: "Reading", command: "cat a.txt" }), text("Refused.")],
		});
		await omp.home.write(".omp/agent/config.yml", "bashInterceptor: { enabled: true }\n");
		await omp.run(["-p", "go"]);
		expect(JSON.stringify(omp.model.requests[1])).toContain("Blocked: Use the `read` tool");
	});

	test("a slow command moves to the background automatically", async () => {
		await using omp = await ompProject({
			replies: [
				toolCall("bash", { i: "Waiting", command: "echo begun; sleep 0.5; echo late" }),
				toolCall("job", { i: "Waiting" }),
				text("Done."),
			],
		});
		await omp.home.write(".omp/agent/config.yml", "bash: { autoBackground: { enabled: true, thresholdMs: 50 } }\n");
		await omp.run(["-p", "go"]);
		expect(JSON.stringify(omp.model.requests[1])).toContain("Backgrounded as job bg_1");
		expect(JSON.stringify(omp.model.requests[2])).toContain("late");
	});
});
