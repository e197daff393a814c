import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { failure, stalled, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { advise, advisorProject, userTexts } from "./advisor-project.ts";

setDefaultTimeout(90_000);

const step = (number: number) => toolCall("bash", { command: `echo ${number}` });

verifies("agents:advisor:on-off", async () => {
	await using omp = await advisorProject({
		primary: [text("Off."), text("By flag."), text("No model.")],
		advisor: [],
		isOff: true,
	});
	await omp.run(["-p", "go"]);
	expect(omp.advisor()).toHaveLength(0);
	const flagged = await omp.run(["-p", "go", "--advisor"]);
	expect(flagged.stderr).toBe("");
	expect(omp.advisor()).toHaveLength(1);
	await omp.home.write(".omp/agent/config.yml", "modelRoles:\n  default: acme/a-1\nadvisor:\n  enabled: true\n");
	const without = await omp.run(["-p", "go"]);
	expect(without.stdout).toBe("No model.\n");
	expect(without.stderr).toBe(
		"The advisor does not run: no model is set for the role advisor. Set one with /model, or: omp config set modelRoles.advisor <provider/model>\n",
	);
	const status = await omp.run(["-p", "/advisor status"]);
	expect(status.stdout).toContain("Advisor is enabled, but does not run: no model is set for the role advisor.");
	await omp.home.write(
		".omp/agent/config.yml",
		"modelRoles:\n  default: acme/a-1\n  advisor: acme/a-2\nadvisor:\n  enabled: true\n",
	);
	const ready = await omp.run(["-p", "/advisor status"]);
	expect(ready.stdout).toBe(
		"Advisor is enabled (acme/a-2). Context: 0 / 100,000 tokens (0%). Spend: 0 input, 0 output, $0.0000.\n",
	);
});

test("in print mode, too, all notes that say something new arrive, and repeats do not", async () => {
	await using omp = await advisorProject({
		primary: [step(1), step(2), step(3), step(4), step(5), text("Done.")],
		advisor: [
			advise("first", "concern"),
			advise("second", "concern"),
			advise("First!", "blocker"),
			advise("third", "concern"),
		],
		settings: "",
	});
	await omp.run(["-p", "go", "--yolo", "--mode", "json"]);
	const [log = []] = (await omp.sessions()).filter((lines) => JSON.stringify(lines).includes('"customType":"advisor"'));
	const notes = log.filter(({ customType }) => customType === "advisor").map(({ details }) => details);
	// The repeated one is dropped; all others arrive, whether they interrupt or not.
	expect(notes).toEqual([
		{ notes: [{ note: "first", severity: "concern" }] },
		{ notes: [{ note: "second", severity: "concern" }] },
		{ notes: [{ note: "third", severity: "concern" }] },
	]);
	expect(JSON.stringify(omp.advisor().at(-1))).toContain("Not delivered: it says nothing new.");
});

verifies("agents:advisor:sync-backlog", async () => {
	await using omp = await advisorProject({
		primary: [step(1), step(2), text("Done.")],
		advisor: [],
	});
	await omp.run(["-p", "go", "--yolo"]);
	// With one allowed to be unreviewed, no request of the primary is sent before the review of its last turn has ended.
	expect(omp.model.requests.map(({ model }) => model)).toEqual(["a-1", "a-2", "a-1", "a-2", "a-1", "a-2"]);
	// One that does not answer is waited for once, and not forever.
	await using stuck = await advisorProject({
		primary: [step(1), step(2), step(3), text("Done.")],
		advisor: () => stalled(text("never")),
	});
	await stuck.files.write("on.yml", 'advisor: { enabled: true, syncBacklog: "1" }\n');
	await using host = rpcHost(stuck, { args: ["--yolo", "--config", stuck.files.file("on.yml")] });
	host.send({ id: "p", type: "prompt", message: "go" });
	await until(() => stuck.primary().length === 4, { timeoutMs: 60_000 });
	await host.frame({ type: "agent_end" });
	expect(stuck.advisor()).toHaveLength(1);
});

verifies("agents:advisor:reset", async () => {
	await using omp = await advisorProject({
		primary: [text(`One. ${"word ".repeat(2000)}`), text("Two."), text("A summary of it all.")],
		advisor: [],
		settings: "compaction: { keepRecentTokens: 100 }\n",
	});
	const run = await omp.run(["-p", "first", "second", "/compact", "third"]);
	expect(run.stderr).toBe("");
	const requests = omp.advisor();
	// Two updates in one conversation, then a new one that begins with what the primary has in its context.
	expect(requests.map((body) => userTexts(body).length)).toEqual([1, 2, 1]);
	const replayed = userTexts(requests.at(-1) ?? {})[0] ?? "";
	expect(replayed).toContain("A summary of it all.");
	expect(replayed).toContain("**user**:\nthird");
	const resumed = await omp.run(["-p", "--continue", "fourth"]);
	expect(resumed.exitCode).toBe(0);
	const [after = ""] = userTexts(omp.advisor().at(-1) ?? {});
	expect(after).toContain("**user**:\nthird");
	expect(after).toContain("**user**:\nfourth");
});

test("/new, a switch and a branch reset the advisor, whose next update replays what is in the context then", async () => {
	await using omp = await advisorProject({ primary: [], advisor: [] });
	await omp.files.write("on.yml", 'advisor: { enabled: true, syncBacklog: "1" }\n');
	await using host = rpcHost(omp, { args: ["--config", omp.files.file("on.yml")] });
	const prompt = async (message: string) => {
		const from = host.frames.length;
		const reviews = omp.advisor().length;
		await host.ask({ id: message, type: "prompt", message });
		await host.frame({ type: "agent_end" }, { from });
		await until(() => omp.advisor().length > reviews);
		return userTexts(omp.advisor().at(-1) ?? {});
	};
	/** What the user has said, as one update says it. */
	const saidIn = (update = "") => [...update.matchAll(/\*\*user\*\*:\n(.*)/g)].map(([, words]) => words);
	await prompt("first");
	expect((await prompt("second")).map(saidIn)).toEqual([["first"], ["second"]]);
	const { data } = await host.ask({ id: "s", type: "get_state" });
	await host.ask({ id: "n", type: "new_session" });
	expect((await prompt("third")).map(saidIn)).toEqual([["third"]]);
	const { sessionFile } = data as { sessionFile: string };
	await host.ask({ id: "w", type: "switch_session", sessionPath: sessionFile });
	expect((await prompt("fourth")).map(saidIn)).toEqual([["first", "second", "fourth"]]);
	const { data: listed } = await host.ask({ id: "g", type: "get_branch_messages" });
	const { messages } = listed as { messages: Array<{ entryId: string; text: string }> };
	const entryId = messages.find((message) => message.text === "second")?.entryId;
	await host.ask({ id: "b", type: "branch", entryId });
	expect((await prompt("fifth")).map(saidIn)).toEqual([["first", "fifth"]]);
});

verifies("agents:watchdog:md-files", async () => {
	await using omp = await advisorProject({
		files: {
			".git/HEAD": "ref: refs/heads/main\n",
			"WATCHDOG.md": "Never touch @rules.txt",
			"rules.txt": "the payment code",
			".omp/WATCHDOG.md": "Look at migrations",
			"packages/WATCHDOG.md": "Look at `exports`",
			"packages/app/src/a.ts": "a\n",
			"packages/other/WATCHDOG.md": "Elsewhere",
		},
		primary: [text("Done.")],
		advisor: [],
	});
	await omp.home.write(".omp/agent/WATCHDOG.md", "My own rules");
	await omp.run(["-p", "go"], { cwd: omp.files.file("packages/app/src") });
	const prompt = JSON.stringify(omp.advisor()[0]?.system);
	const block = (body: string) => `Especially pay attention to:\\\\n<attention>\\\\n${body}\\\\n</attention>`;
	const places = ["My own rules", "Never touch the payment code", "Look at migrations", "Look at `exports`"].map(
		(body) => prompt.search(block(body)),
	);
	expect(places.every((place) => place > 0)).toBe(true);
	expect(places).toEqual(places.toSorted((one, other) => one - other));
	expect(prompt).not.toContain("Elsewhere");
	expect(JSON.stringify(omp.primary()[0])).not.toContain("Especially pay attention");
});

verifies("agents:watchdog:yml-roster", async () => {
	await using omp = await advisorProject({
		primary: [step(1), text("Done.")],
		advisor: () => text("ok"),
		files: {
			".git/HEAD": "ref: refs/heads/main\n",
			"WATCHDOG.yml":
				"advisors:\n  - { name: Project, model: acme/a-2 }\n  - { name: tests, instructions: Watch the nearer tests }\n",
		},
	});
	await omp.home.write(
		".omp/agent/WATCHDOG.yml",
		"instructions: For all\nadvisors:\n  - { name: Tests, instructions: Watch the tests }\n  - { name: Style, model: none/such }\n",
	);
	const run = await omp.run(["-p", "go", "--yolo"]);
	expect(run.stdout).toBe("Done.\n");
	expect(run.stderr).toContain("The advisor Style does not run:");
	expect(omp.advisor()).toHaveLength(2);
	expect(JSON.stringify(omp.advisor()[0]?.system)).toContain("Watch the tests");
	const logs = [...new Bun.Glob("**/__advisor*.jsonl").scanSync({ cwd: `${omp.agentDir}/sessions` })];
	expect(logs.map((path) => path.split("/").at(-1))).toEqual(["__advisor.tests.jsonl"]);
	// With trust the project's own one runs, too.
	const trusted = await omp.run(["-p", "go", "--trust"]);
	expect(trusted.exitCode).toBe(0);
	const later = omp.advisor().slice(2);
	const systems = later.map(({ system }) => JSON.stringify(system));
	expect(systems).toHaveLength(4 - 2);
	expect(systems.filter((system) => system.includes("Watch the nearer tests"))).toHaveLength(1);
	expect(systems.filter((system) => system.includes("Watch the tests"))).toEqual([]);
});

test("an advisor without quota is paused with one line, and the primary goes on", async () => {
	await using omp = await advisorProject({
		primary: [step(1), step(2), text("Done.")],
		advisor: () => failure(429, "You have exceeded your usage limit for this month", { retryAfterSeconds: 3600 }),
	});
	const run = await omp.run(["-p", "go", "--yolo"]);
	expect(run.stdout).toBe("Done.\n");
	expect(run.stderr.match(/The advisor \(acme\/a-2\) is paused for 60 min/g)).toHaveLength(1);
	expect(omp.advisor()).toHaveLength(1);
});

test("what the advisor costs counts against caps, and a cap that is reached pauses it", async () => {
	await using omp = await advisorProject({
		primary: [step(1), text("Done.")],
		advisor: [],
		settings: "budget: { day: { requests: 3 } }\n",
	});
	const run = await omp.run(["-p", "go", "--yolo"]);
	expect(run.stdout).toBe("Done.\n");
	expect(run.stderr).toContain("The advisor (acme/a-2) is paused");
	expect(omp.model.requests.map(({ model }) => model)).toEqual(["a-1", "a-2", "a-1"]);
	using ledger = new Database(omp.home.file(".omp/budget/ledger.db"), { readonly: true });
	expect(ledger.query("SELECT source FROM spend ORDER BY at").all()).toEqual([
		{ source: "agent" },
		{ source: "advisor" },
		{ source: "agent" },
	]);
});
