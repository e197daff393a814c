import { expect } from "bun:test";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { verificationName } from "@oh-my-pi/pi-testkit/verifies";
import { everydayProjects } from "./everyday.data.ts";
import { answerCalls, run } from "./in-sandbox.ts";

/** One command that fails in the box, is asked about outside, and one host; the rest is everyday work. */
function script(lines: readonly string[], url: string) {
	const write = toolCall("write", { path: "notes.md", content: "# Notes\n" });
	const read = toolCall("read", { path: "notes.md" });
	const leaving = [
		run("echo done > ~/log.txt"),
		run("echo done > ~/log.txt", { outside: "The log is in your home folder" }),
	];
	const web = [run(`curl -sS ${url}`), run(`curl -sS ${url} > page.html`)];
	const everyday = lines.filter((line) => !line.includes("REGISTRY")).map((line) => run(line));
	return [write, read, ...leaving, ...web, ...everyday].slice(0, 30);
}

requires("python3", "curl", "ps")(
	verificationName("sandbox:approvals:long-session"),
	async () => {
		await using server = Bun.serve({ hostname: "127.0.0.2", port: 0, fetch: () => new Response("page\n") });
		for (const name of ["node", "python", "shell"]) {
			const project = everydayProjects.find((one) => one.name === name);
			const calls = script(project?.lines ?? [], server.url.href);
			expect(calls).toHaveLength(30);
			const files = { ...project?.files };
			const { asked, results } = await answerCalls(calls, { files, args: ["--approval-mode", "auto"] });
			expect([name, asked.map((title) => title.split("\n")[0])]).toEqual([
				name,
				["Allow tool: bash", `Let the sandbox reach 127.0.0.2:${server.port}, on this machine`],
			]);
			expect(results).toHaveLength(30);
		}
	},
	180_000,
);
