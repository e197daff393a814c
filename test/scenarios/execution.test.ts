import { describe, expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/replies";
import { requires } from "@oh-my-pi/pi-testkit/requires";

describe("commands and cells of a session", () => {
	test("a variable exported by one command is there for the next", async () => {
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

	test("a command in the background reports by itself when it is done", async () => {
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
