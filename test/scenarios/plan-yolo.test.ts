import { describe, expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const files = { "greet.txt": "hello\n" };
const writesEarly = toolCall("write", { i: "Trying", path: "greet.txt", content: "too early\n" });
const writesPlan = toolCall("write", { i: "Planning", path: "local://louder-plan.md", content: "# Louder\n" });
const handsIn = toolCall("resolve", { i: "Done", action: "apply", reason: "ready", extra: { title: "louder" } });
const carriesOut = toolCall("write", { i: "Doing", path: "greet.txt", content: "HELLO\n" });

describe("--plan-yolo", () => {
	verifies("tools-agent:plan:no-ui", async () => {
		await using alone = await ompProject({
			files,
			replies: [text("Hm."), writesPlan, handsIn, writesEarly, text("So.")],
		});
		await alone.run(["-p", "plan it", "--plan-yolo"]);
		expect(await alone.run(["-p", "-c", "go on"])).toMatchObject({ exitCode: 0, stdout: "So.\n" });
		expect(JSON.stringify(alone.model.requests[3])).toContain("Nobody is here to review a plan.");
		expect(await alone.files.read("greet.txt")).toBe("hello\n");

		await using omp = await ompProject({
			files,
			replies: [writesEarly, writesPlan, handsIn, carriesOut, handsIn, text("It is louder.")],
		});
		expect(await omp.run(["-p", "make it louder", "--plan-yolo"])).toMatchObject({
			exitCode: 0,
			stdout: "It is louder.\n",
			stderr: expect.stringContaining("Executing local://louder-plan.md"),
		});
		expect(await omp.files.read("greet.txt")).toBe("HELLO\n");
		const told = omp.model.requests.map(({ messages }) => JSON.stringify(messages));
		expect(told[1]).toContain("Plan mode: the working tree is read-only.");
		expect(told[3]).toContain("Plan approved at local://louder-plan.md.");
		// Only the first plan: plan mode is off now.
		expect(told[5]).toContain("No pending action to resolve.");
		const session = await omp.sessions();
		const modes = session.flat().flatMap((entry) => (entry.type === "mode_change" ? [entry.mode] : []));
		expect(modes).toEqual(["plan", "none"]);
	});

	verifies("cli:flag:plan-yolo", async () => {
		await using omp = await ompProject({ files, replies: [writesPlan, handsIn, carriesOut, text("Louder.")] });
		const run = await omp.run(["-p", "make it louder", "--plan-yolo-into", "acme/a-2"]);
		expect(run).toMatchObject({ exitCode: 0, stdout: "Louder.\n" });
		expect(omp.model.requests.map(({ model }) => model)).toEqual(["a-1", "a-1", "a-2", "a-2"]);
		expect(await omp.files.read("greet.txt")).toBe("HELLO\n");
	});

	test("invalid combinations are rejected before any request", async () => {
		await using omp = await ompProject({ files });
		const refused = async (...args: string[]) => {
			const { exitCode, stderr } = await omp.run(["-p", "hi", ...args]);
			return [exitCode, stderr.split("\n")[0]];
		};
		expect(await refused("--plan-yolo", "--no-session")).toEqual([
			2,
			expect.stringContaining("--plan-yolo saves the plan with the session"),
		]);
		expect(await refused("--plan-yolo-into", "nobody")).toEqual([
			2,
			expect.stringContaining('--plan-yolo-into: there is no usable model or role "nobody"'),
		]);
		await omp.home.write(".omp/agent/config.yml", "plan: { enabled: false }\n");
		expect(await refused("--plan-yolo")).toEqual([2, expect.stringContaining("plan mode is disabled")]);
		expect(omp.model.requests).toEqual([]);
	});
});
