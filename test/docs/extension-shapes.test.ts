import { expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { examplesIn } from "./examples.ts";

const examples = new Map(examplesIn("extensions.md", "ts").map(({ name, code }) => [name, code]));
const code = (name: string) => examples.get(name) ?? "";

test("docs/extensions.md: registerTool and registerCommand work as they are shown", async () => {
	const replies = [toolCall("word_count", { text: "one two three" }), text("Three.")];
	await using omp = await ompProject({ files: { "x.ts": code("tool-and-command") }, replies });
	const { stdout, stderr } = await omp.run(["-p", "--approval-mode", "write", "-e", "x.ts", "/count one two three"]);
	expect({ stdout, stderr }).toEqual({ stdout: "Three.\n", stderr: "" });
	expect(JSON.stringify(omp.model.requests[0]?.messages)).toContain("Count the words of: one two three");
	expect(JSON.stringify(omp.model.requests[1]?.messages)).toContain("3 words");
});

test("docs/extensions.md: the tool and the command in folders work as they are shown", async () => {
	const replies = [toolCall("shout", { text: "hey" }), text("Done.")];
	await using omp = await ompProject({ replies });
	for (const name of ["commands/deploy/index.ts", "tools/shout.ts"]) {
		expect(code(name)).not.toBe("");
		await omp.home.write(`.omp/agent/${name}`, code(name));
	}
	const { stdout, stderr } = await omp.run(["-p", "--auto-approve", '/deploy staging "us west"']);
	expect({ stdout, stderr }).toEqual({ stdout: "Done.\n", stderr: "" });
	expect(JSON.stringify(omp.model.requests[0]?.messages)).toContain("Deploy to staging and us west.");
	expect(JSON.stringify(omp.model.requests[1]?.messages)).toContain("HEY");
});
