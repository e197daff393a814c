import { expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/replies";

test("what the launcher tells the engine does not reach the programs omp starts", async () => {
	await using project = await ompProject({
		replies: [toolCall("bash", { command: "env | grep BUN_JSC; echo looked" }), text("done")],
	});
	const env = { BUN_JSC_thresholdForFTLOptimizeAfterWarmUp: "1000000" };
	expect((await project.run(["-p", "go on", "--auto-approve"], { env })).stdout).toBe("done\n");
	const [entries = []] = await project.sessions();
	const results = entries.filter(({ message }) => (message as { role?: string } | undefined)?.role === "toolResult");
	expect(results).toMatchObject([
		{ message: { content: [{ type: "text", text: expect.stringMatching(/^looked\n/) }] } },
	]);
});
