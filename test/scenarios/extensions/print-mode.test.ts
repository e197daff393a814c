import { describe, expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { acpClient } from "@oh-my-pi/pi-testkit/servers/acp-client";
import { failure, text } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const greets = `export default (pi) => {
	pi.registerCommand("hello", { description: "Greets", handler: async (args) => pi.sendUserMessage("Say hello to " + args) });
	pi.registerCommand("twice", { handler: async () => {
		pi.sendUserMessage("one");
		pi.sendUserMessage("two", { deliverAs: "followUp" });
	} });
	pi.registerCommand("quiet", { handler: async () => {} });
};`;

const asked = (request: unknown) => JSON.stringify((request as { messages: readonly unknown[] }).messages.at(-1));

describe("commands of extensions in print mode", () => {
	verifies("extensions:print:command-sends-message", async () => {
		await using omp = await ompProject({ files: { "x.ts": greets }, replies: [text("Hello Ann."), text("Bob!")] });
		const { stdout, stderr, exitCode } = await omp.run(["-p", "--auto-approve", "-e", "x.ts", "/hello Ann"]);
		expect({ stdout, stderr, exitCode }).toEqual({ stdout: "Hello Ann.\n", stderr: "", exitCode: 0 });
		expect(asked(omp.model.requests[0])).toContain("Say hello to Ann");
		const json = await omp.run(["-p", "--mode", "json", "--auto-approve", "-e", "x.ts", "/hello Bob"]);
		const lines = json.stdout
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line));
		expect(lines.at(-1)).toMatchObject({ type: "agent_end" });
		expect([json.exitCode, json.stdout.includes("Bob!")]).toEqual([0, true]);
		expect(omp.model.requests).toHaveLength(2);
	});

	test("a run that fails makes the exit code 1; without a run it is 0 and nothing is printed", async () => {
		await using omp = await ompProject({ files: { "x.ts": greets }, replies: [failure(400, "no such thing")] });
		const failed = await omp.run(["-p", "--auto-approve", "-e", "x.ts", "/hello Ann"]);
		expect([failed.exitCode, failed.stdout]).toEqual([1, ""]);
		expect(failed.stderr).toContain("no such thing");
		const quiet = await omp.run(["-p", "--auto-approve", "-e", "x.ts", "/quiet"]);
		expect([quiet.exitCode, quiet.stdout, quiet.stderr]).toEqual([0, "", ""]);
		expect(omp.model.requests).toHaveLength(1);
	});

	test("over ACP the turn ends with the answer to what the command sent", async () => {
		await using omp = await ompProject({ files: { "x.ts": greets }, replies: [text("Hello Ann.")] });
		await omp.home.write(".omp/agent/extensions/x.ts", greets);
		await using acp = await acpClient(omp);
		const answer = await acp.prompt(await acp.newSession(), "/hello Ann");
		const said = acp.kinds("agent_message_chunk").map(({ content }) => (content.type === "text" ? content.text : ""));
		expect([answer.stopReason, said.join("")]).toEqual(["end_turn", "Hello Ann."]);
	});

	test("the last of several answers is printed", async () => {
		await using omp = await ompProject({ files: { "x.ts": greets }, replies: [text("First."), text("Second.")] });
		const { stdout } = await omp.run(["-p", "--auto-approve", "-e", "x.ts", "/twice"]);
		expect(stdout).toBe("Second.\n");
	});
});

test("omp doctor names an extension that throws while it is loaded, with what a start says", async () => {
	await using omp = await ompProject();
	await omp.home.write(".omp/agent/extensions/typo.ts", "export default (pi) => { pi.registerTol({ name: 'x' }); };\n");
	await omp.home.write(".omp/agent/tools/half/index.ts", "export default () => ({ name: 'half' });\n");
	await omp.home.write(
		".omp/agent/extensions/fine.ts",
		"export default (pi) => { pi.on('session_start', () => {}); };\n",
	);
	const { stdout } = await omp.run(["doctor"]);
	const lines = stdout.split("\n").filter((line) => /typo|half|fine/.test(line));
	expect(lines).toEqual([
		expect.stringMatching(/typo\.ts: pi\.registerTol is not a function/),
		expect.stringMatching(/half.*: Custom tool needs name, description, parameters and execute/),
	]);
});

describe("an error that an extension does not catch", () => {
	const filler = `const filler = "${"x".repeat(3000)}";\n`;
	for (const [how, code] of [
		["a timer", 'setTimeout(() => { throw new Error("too late"); }, 1)'],
		["a promise", 'void Promise.reject(new Error("too late"))'],
	] as const) {
		test(`in ${how} ends print mode and RPC with a line, without source`, async () => {
			const source = `${filler}export default (pi) => {
				pi.on("before_agent_start", async () => { ${code}; await new Promise((done) => setTimeout(done, 100)); });
			};`;
			await using omp = await ompProject({ files: { "x.ts": source } });
			const said = `The extension ${omp.files.file("x.ts")}:3 did not catch an error, which ends omp, and the session is saved: too late\nDetails: `;
			const printed = await omp.run(["-p", "--auto-approve", "-e", "x.ts", "hi"]);
			expect([printed.exitCode, printed.stdout]).toEqual([1, ""]);
			expect(printed.stderr).toStartWith(said);
			expect([printed.stderr.includes("xxxx"), printed.stderr.split("\n").length < 6]).toEqual([false, true]);
			const stdin = `${JSON.stringify({ id: "1", type: "prompt", message: "hi" })}\n`;
			const rpc = await omp.run(["--mode", "rpc", "--auto-approve", "-e", "x.ts"], { stdin });
			expect([rpc.exitCode, rpc.stderr.includes(said), rpc.stderr.includes("xxxx")]).toEqual([1, true, false]);
		});
	}
});
