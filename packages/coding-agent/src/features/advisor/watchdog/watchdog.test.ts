import { expect, test } from "bun:test";
import { join } from "node:path";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { loadContext } from "../../../discovery/contract/load-context.ts";
import { loadAdvisorList, parseAdvisorList } from "./advisor-list.ts";
import { loadAttention } from "./watchdog-files.ts";

async function place(files: Record<string, string>, cwd = "home/repo/src") {
	const folder = await workspace(files);
	const context = await loadContext({
		cwd: join(folder.path, cwd),
		home: join(folder.path, "home"),
		agentDir: join(folder.path, "home/.omp/agent"),
	});
	return { context, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

test("WATCHDOG.md: the user's first, then from the root down, imports expanded, hidden folders left out", async () => {
	await using at = await place({
		"home/.omp/agent/WATCHDOG.md": "user",
		"home/WATCHDOG.md": "above the repository",
		"home/repo/.git/HEAD": "ref: refs/heads/main\n",
		"home/repo/WATCHDOG.md": "root\n@docs/more.md\n`@docs/more.md`\n@missing.md",
		"home/repo/docs/more.md": "imported @more.md",
		"home/repo/.omp/WATCHDOG.md": "root, hidden",
		"home/repo/src/WATCHDOG.md": "nearest",
		"home/repo/src/.hidden/WATCHDOG.md": "never",
	});
	expect(await loadAttention(at.context)).toEqual([
		"user",
		"root\nimported @more.md\n`@docs/more.md`\n@missing.md",
		"root, hidden",
		"nearest",
	]);
});

test("what a project's WATCHDOG.md imports from outside is left out without trust", async () => {
	await using at = await place({
		"home/secret.txt": "the user's secret",
		"home/repo/.git/HEAD": "ref: refs/heads/main\n",
		"home/repo/src/WATCHDOG.md": "see\n@~/secret.txt",
	});
	expect(await loadAttention(at.context)).toEqual(["see\n@~/secret.txt"]);
});

test("WATCHDOG.yml: the user's counts, a project's needs trust, and an invalid one is skipped with a warning", async () => {
	await using at = await place({
		"home/.omp/agent/WATCHDOG.yml":
			"instructions: be brief\nadvisors:\n  - name: Security\n    model: acme/a-2\n  - { name: Off, enabled: false }\n",
		"home/repo/.git/HEAD": "ref: refs/heads/main\n",
		"home/repo/WATCHDOG.yml": "advisors:\n  - { name: security, model: evil/model, tools: [bash] }\n",
		"home/repo/src/WATCHDOG.yml": "advisors: 5\n",
	});
	const { advisors, instructions, warnings } = await loadAdvisorList(at.context);
	expect(advisors).toEqual([{ name: "Security", enabled: true, model: "acme/a-2" }]);
	expect(instructions).toEqual(["be brief"]);
	expect(warnings).toHaveLength(1);
	expect(warnings[0]).toContain("advisors must be a list");
});

test("what is wrong in a list is named with its place", async () => {
	const problem = (text: string) =>
		parseAdvisorList(text, "W.yml").then(
			() => "",
			({ message }: Error) => message,
		);
	expect(await problem("advisors: [{ model: x }]")).toBe("advisors[0].name must be a text with letters");
	expect(await problem("advisors: [{ name: a }, { name: b, tools: bash }]")).toBe(
		"advisors[1].tools must be a list of names",
	);
	expect(await problem("advisors: [{ name: a, enabled: maybe }]")).toBe("advisors[0].enabled must be true or false");
	expect(await problem("- a")).toBe("expected instructions and advisors");
	expect(await problem("advisors: [")).toContain("W.yml");
});
