import { expect, setDefaultTimeout, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { failure, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { opened } from "../../e2e/at-terminal.ts";
import { everythingOutside, lastText, leaksIn, plantedSecrets, secretProject } from "./planted-secrets.ts";

setDefaultTimeout(60_000);

const planted = plantedSecrets();
const deployKey = (body: object) => /\$\$DEPLOYKEY_\w+:\w\$\$/.exec(JSON.stringify(body))?.[0] ?? "none";

test("at the terminal a call shows the placeholder, in the question and afterwards, and replies show the value", async () => {
	await using omp = await secretProject(planted, (body) =>
		lastText(body).includes("tool_result")
			? text(`Deployed with ${deployKey(body)}.`)
			: toolCall("bash", { i: "Deploying", command: `touch 'out/${deployKey(body)}'` }),
	);
	await using terminal = ptyRun([...omp.command, "--approval-mode", "always-ask"], {
		cols: 160,
		rows: 40,
		cwd: omp.path,
		env: { ...omp.env, PI_NO_TITLE: "1" },
	});
	await terminal.waitFor("Acme One");
	terminal.type("deploy\r");
	await opened(terminal, "Run this command?");
	expect(terminal.screen()).toContain("$$DEPLOYKEY_");
	expect(terminal.screen()).not.toContain(planted.label);
	terminal.type("y");
	await terminal.waitFor(`Deployed with ${planted.label}.`);
	expect(terminal.screen()).toMatch(/touch 'out\/\$\$DEPLOYKEY_/);
	expect(await readdir(join(omp.path, "out"))).toEqual([planted.label]);
	terminal.type("\x04");
	await terminal.exit;
});

test("a report bundle for a bug has no secret of what was said, done or logged", async () => {
	await using omp = await secretProject(planted, (body) =>
		lastText(body).includes("tool_result") ? text("All seen.") : toolCall("read", { i: "read", path: "all.txt" }),
	);
	await omp.files.write("ask.md", planted.all.join("\n"));
	await using terminal = ptyRun([...omp.command, "@ask.md"], {
		cols: 160,
		rows: 40,
		cwd: omp.path,
		env: { ...omp.env, PI_NO_TITLE: "1", TMPDIR: omp.home.path },
	});
	await terminal.waitFor("All seen.");
	terminal.type("/debug\r");
	await terminal.waitFor("Report bundle");
	terminal.type("bundle\r");
	await terminal.waitFor("Check it before you send it");
	const folder = (await readdir(omp.home.path)).find((name) => name.startsWith("omp-debug-")) ?? "";
	const names = await readdir(join(omp.home.path, folder));
	expect(names.sort()).toEqual(["logs.txt", "session.jsonl", "system.txt"]);
	const contents = await Promise.all(
		names.map(async (name) => [name, await Bun.file(join(omp.home.path, folder, name)).text()] as const),
	);
	expect(contents.find(([name]) => name === "session.jsonl")?.[1]).toContain("[redacted]");
	expect(leaksIn(contents, planted.all)).toEqual([]);
	terminal.type("\x04");
	await terminal.exit;
});

test("history that is kept as pictures shows placeholders, and its text is kept as it was", async () => {
	await using omp = await secretProject(planted, () => text("fine"), {
		settings: "compaction: { strategy: snapcompact, keepRecentTokens: 1 }\n",
	});
	const filler = "lorem ipsum dolor ".repeat(400);
	await using host = rpcHost(omp);
	for (const message of [`${filler} first ${planted.label}`, `${filler} second`, "third"]) {
		const from = host.frames.length;
		host.send({ id: message.slice(-9), type: "prompt", message });
		await host.frame({ type: "agent_end" }, { from });
	}
	const compacted = await host.ask({ id: "c", type: "compact" });
	expect(compacted.success).toBe(true);
	await host.end();
	const [entries = []] = await omp.sessions();
	const kept = entries.find(({ type }) => type === "compaction")?.preserveData as {
		snapcompact: { frames: unknown[]; text: string; textHead?: string; chars?: number };
	};
	expect(kept.snapcompact.frames.length).toBeGreaterThan(0);
	expect(kept.snapcompact.text).toContain(planted.label);
	expect(leaksIn(await everythingOutside(omp), planted.all)).toEqual([]);
});

test("a summary endpoint of the user gets placeholders, and its summary is restored", async () => {
	const asked: string[] = [];
	await using server = Bun.serve({
		port: 0,
		hostname: "127.0.0.1",
		async fetch(request) {
			const body = await request.text();
			asked.push(body);
			return Response.json({ summary: `It deploys with ${/\$\$DEPLOYKEY_\w+:\w\$\$/.exec(body)?.[0]}.` });
		},
	});
	await using omp = await secretProject(planted, () => text("fine"), {
		settings: `compaction: { remoteEnabled: true, remoteEndpoint: "${server.url.href}", keepRecentTokens: 1 }\n`,
	});
	await using host = rpcHost(omp);
	for (const message of [planted.all.join(" "), "second"]) {
		const from = host.frames.length;
		host.send({ id: message.slice(-6), type: "prompt", message });
		await host.frame({ type: "agent_end" }, { from });
	}
	await host.ask({ id: "c", type: "compact" });
	await host.end();
	expect(asked.length).toBeGreaterThan(0);
	expect(
		leaksIn(
			asked.map((body) => ["endpoint", body] as const),
			planted.all,
		),
	).toEqual([]);
	const [entries = []] = await omp.sessions();
	expect(entries.find(({ type }) => type === "compaction")?.summary).toContain(`It deploys with ${planted.label}.`);
});

test("logs of rejected requests, reports and redacted pages hold no secret, also while hiding is off", async () => {
	const replies = [failure(400, "bad schema"), text("fine")];
	await using omp = await secretProject(planted, () => replies.shift() ?? text("fine"));
	await omp.home.write(".omp/agent/config.yml", "modelRoles: { default: acme/a-1 }\n");
	const { stderr } = await omp.run(["-p", planted.all.join("\n")]);
	const log = /raw-http-request=(.+)/.exec(stderr)?.[1] ?? "";
	const logged = await Bun.file(log).text();
	expect(logged).toContain("[redacted]");
	expect(leaksIn([[log, logged]], planted.all)).toEqual([]);

	await omp.files.write(".omp/settings.json", JSON.stringify({ [`odd-${planted.label}`]: 1 }));
	const doctor = await omp.run(["doctor"]);
	expect(leaksIn([["doctor", doctor.stdout + doctor.stderr]], planted.all)).toEqual([]);

	await using host = rpcHost(omp);
	const from = host.frames.length;
	host.send({ id: "p", type: "prompt", message: planted.all.join("\n") });
	await host.frame({ type: "agent_end" }, { from });
	await host.ask({ id: "e", type: "prompt", message: "/export --redact out/page.html" });
	const page = await Bun.file(join(omp.path, "out/page.html")).text();
	const data = [...page.matchAll(/[A-Za-z0-9+/]{400,}={0,2}/g)].map(([encoded]) =>
		Buffer.from(encoded, "base64").toString(),
	);
	expect(data.join("")).toContain("[redacted]");
	expect(
		leaksIn(
			data.map((content) => ["page", content] as const),
			planted.all,
		),
	).toEqual([]);
});
