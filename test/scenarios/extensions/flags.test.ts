import { describe, expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const source = `export default (pi) => {
	pi.registerFlag("shout", { type: "boolean", description: "Loud" });
	pi.registerFlag("tone", { type: "string", default: "mild" });
	pi.registerFlag("model", { type: "string", default: "mine" });
	pi.on("session_start", () => console.error("flags", JSON.stringify([pi.getFlag("shout"), pi.getFlag("tone"), pi.getFlag("model"), pi.getFlag("other")])));
};`;

describe("flags of extensions", () => {
	verifies("extensions:flag:register", async () => {
		await using omp = await ompProject({
			replies: [text("A."), text("B."), text("C."), text("D.")],
			files: { "x.ts": source },
		});
		const seen = async (...args: string[]) => {
			const { stdout, stderr, exitCode } = await omp.run(["-e", "x.ts", ...args]);
			return { stdout, exitCode, flags: /^flags (.*)$/m.exec(stderr)?.[1] };
		};
		expect(await seen("-p", "hi")).toEqual({ stdout: "A.\n", exitCode: 0, flags: '[null,"mild","mine",null]' });
		expect(await seen("--shout", "--tone", "rude", "-p", "hi")).toEqual({
			stdout: "B.\n",
			exitCode: 0,
			flags: '[true,"rude","mine",null]',
		});
		expect(await seen("--tone=kind", "-p", "--shout", "hello")).toMatchObject({ flags: '[true,"kind","mine",null]' });
		// The value of a flag is no part of the prompt.
		const [, second, third] = omp.model.requests.map(({ messages }) => JSON.stringify(messages));
		expect(second).toContain("hi");
		expect(second).not.toContain("rude");
		expect(third).toContain("hello");
	});

	test("are errors where nobody claims them, and take a value of the right kind", async () => {
		await using omp = await ompProject({ files: { "x.ts": source, "broken.ts": "export default (" } });
		const failed = async (...args: string[]) => {
			const { stderr, exitCode } = await omp.run(["-p", "hi", ...args]);
			return { stderr, exitCode };
		};
		expect(await failed("--shout")).toMatchObject({
			exitCode: 2,
			stderr: expect.stringContaining("unknown flag: --shout"),
		});
		expect(await failed("-e", "x.ts", "--whisper")).toMatchObject({
			exitCode: 2,
			stderr: expect.stringContaining("unknown flag: --whisper"),
		});
		expect((await failed("-e", "x.ts", "--tone")).stderr).toContain("--tone needs a value");
		expect((await failed("-e", "x.ts", "--shout=1")).stderr).toContain("--shout takes no value");
		const broken = await failed("-e", "broken.ts", "--shout");
		expect(broken.stderr).toMatch(/unknown flag: --shout.*Failed to load extension .*broken\.ts/s);
		expect(omp.model.requests).toHaveLength(0);
	});

	test("work over RPC, too, and an extension of a project that is not trusted is named", async () => {
		await using omp = await ompProject({ files: { ".omp/extensions/x.ts": source } });
		const { stderr, exitCode } = await omp.run(["--shout", "-p", "hi"]);
		expect(exitCode).toBe(2);
		expect(stderr).toContain("Not trusted and left out: .omp/extensions/x.ts");
		const rpc = await omp.run(["--trust", "--shout", "--mode", "rpc"]);
		expect(rpc.stderr).toContain('flags [true,"mild"');
	});
});
