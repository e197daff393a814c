import { describe, expect, test } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

/** The system prompt of each request, its blocks joined. */
function prompts(omp: OmpProject): string[] {
	return omp.model.requests.map(({ system }) =>
		typeof system === "string"
			? system
			: ((system ?? []) as Array<{ text: string }>).map((block) => block.text).join("\n\n"),
	);
}

const replies = (count: number) => Array.from({ length: count }, () => text("ok"));
const occurrences = (whole: string | undefined, part: string) => (whole?.split(part).length ?? 1) - 1;

describe("the system prompt", () => {
	verifies("discovery:prompt:system-md", async () => {
		await using omp = await ompProject({
			files: { ".omp/SYSTEM.md": "You are a poet.", "AGENTS.md": "Rhyme." },
			replies: replies(2),
		});
		await omp.run(["-p", "hi", "--trust"]);
		await omp.run(["-p", "hi", "--trust", "--system-prompt", "You are a pirate."]);
		const [file = "", flag = ""] = prompts(omp);
		expect(file).toContain("You are a poet.");
		expect(file).toContain("<instructions>");
		expect(file).not.toContain("You are omp");
		expect(flag).toContain("You are a pirate.");
		expect(flag).not.toContain("You are a poet.");
	});

	verifies("discovery:prompt:append-md", async () => {
		await using omp = await ompProject({ files: { ".omp/APPEND_SYSTEM.md": "Be quick." }, replies: replies(3) });
		await omp.run(["-p", "hi", "--trust"]);
		await omp.run(["-p", "hi", "--trust", "--append-system-prompt", "Be slow."]);
		await omp.run(["-p", "hi", "--trust", "--system-prompt", "You are a poet."]);
		const [file, flag, custom] = prompts(omp);
		expect([occurrences(file, "Be quick."), occurrences(file, "You are omp")]).toEqual([1, 1]);
		expect([occurrences(flag, "Be slow."), occurrences(flag, "Be quick.")]).toEqual([1, 0]);
		expect(occurrences(custom, "Be quick.")).toBe(1);
	});

	verifies("discovery:prompt:date-not-inside", async () => {
		await using omp = await ompProject({ replies: replies(1) });
		await omp.run(["-p", "hi"]);
		const [prompt = ""] = prompts(omp);
		const today = new Date().toISOString().slice(0, 10);
		expect(prompt).not.toContain(today);
		expect(prompt).not.toContain(omp.path);
		const [request] = omp.model.requests;
		expect(JSON.stringify(request?.messages)).toContain(`Today is ${today}. The working directory is ${omp.path}.`);
	});

	test("is byte-identical in every request, also after a tool call and in a resumed session", async () => {
		await using omp = await ompProject({
			files: { "AGENTS.md": "Use tabs." },
			replies: [toolCall("bash", { i: "Saying hi", command: "echo hi" }), ...replies(2)],
		});
		await omp.run(["-p", "hi"]);
		await omp.run(["-p", "--continue", "again"]);
		expect(new Set(prompts(omp)).size).toBe(1);
		const tools = omp.model.requests.map(({ tools: offered }) => JSON.stringify(offered));
		expect(new Set(tools).size).toBe(1);
	});

	test("an unreadable project file is ignored", async () => {
		await using omp = await ompProject({
			files: { "AGENTS.md/inside": "x", ".omp/SYSTEM.md/inside": "x" },
			replies: replies(1),
		});
		expect(await omp.run(["-p", "hi"])).toEqual({ stdout: "ok\n", stderr: "", exitCode: 0 });
	});

	test("omp:// documents can be read", async () => {
		await using omp = await ompProject({
			replies: [toolCall("read", { i: "Reading the docs", path: "omp://approvals.md" }), text("ok")],
		});
		await omp.run(["-p", "how do approvals work?"]);
		expect(JSON.stringify(omp.model.requests[1]?.messages)).toContain("tools.approvalMode");
	});
});
