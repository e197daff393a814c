import { expect } from "bun:test";
import { existsSync } from "node:fs";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import type { Probe } from "../probe.ts";
import { sentIn } from "../requests.ts";
import { delegates } from "../subagent-model.ts";

const sha256 = (content: string) => new Bun.CryptoHasher("sha256").update(content).digest("hex");

export const sessionProbes: readonly Probe[] = [
	{
		name: "a session is written to disk and can be continued",
		replies: [text("Done."), text("Done.")],
		notApplicable: { "mcp server": "each call of ask is a session of its own" },
		async run({ omp, ask }) {
			await ask("remember the number 7");
			await ask("which number was it?", { resumes: true });
			expect(sentIn(omp, 1)).toContain("remember the number 7");
			const sessions = await omp.sessions();
			const users = sessions.map(
				(lines) => lines.filter((line) => JSON.stringify(line).includes('"role":"user"')).length,
			);
			expect(users).toEqual([2]);
		},
	},
	{
		name: "a sub-agent runs and its result comes back",
		// Over RPC it runs in the background: settings of hosts begin with their defaults.
		settings: "tools: { approvalMode: yolo }\nasync: { enabled: false }",
		otherwise: delegates(() => toolCall("yield", { result: { data: "three doors" } })),
		tools: ["read", "task"],
		async run({ omp, open }) {
			const opened = await open();
			await opened.prompt("go");
			await until(() => omp.model.requests.some((_, index) => sentIn(omp, index).includes("three doors")));
			await opened.close();
		},
	},
	{
		name: "an agent of the user has its own prompt and model",
		home: {
			".omp/agent/agents/scribe.md": "---\nname: scribe\ndescription: Writes\nmodel: acme/a-2\n---\nWrite in verse.\n",
		},
		settings: "tools: { approvalMode: yolo }\nasync: { enabled: false }",
		otherwise: delegates(() => toolCall("yield", { result: { data: "three doors" } }), "scribe"),
		tools: ["read", "task"],
		async run({ omp, open }) {
			const opened = await open();
			await opened.prompt("go");
			await until(() => omp.model.requests.some((_, index) => sentIn(omp, index).includes("three doors")));
			await opened.close();
			const [child] = omp.model.requests.filter(({ system }) => JSON.stringify(system).includes("Write in verse."));
			expect(child?.model).toBe("a-2");
		},
	},
	{
		name: "a merge of a sub-agent's result that was interrupted is finished at the start",
		files: { "a.txt": "before\n" },
		replies: [text("Done.")],
		async run({ omp, ask }) {
			const folder = ".omp/wt/merges/4194305-0-probe";
			const file = (content: string) => ({ kind: "file", mode: 0o644, hash: sha256(content) });
			const step = { root: omp.path, path: "a.txt", before: file("before\n"), after: file("after\n") };
			await Bun.spawn(["chmod", "644", omp.files.file("a.txt")]).exited;
			await omp.home.write(`${folder}/before-0`, "before\n");
			await omp.home.write(`${folder}/after-0`, "after\n");
			// No process has this id.
			const journal = { pid: 2 ** 22 + 1, started: "0", files: [step], refs: [] };
			await omp.home.write(`${folder}/journal.json`, JSON.stringify(journal));
			await ask("hello");
			expect([await omp.files.read("a.txt"), existsSync(omp.home.file(folder))]).toEqual(["after\n", false]);
		},
	},
];
