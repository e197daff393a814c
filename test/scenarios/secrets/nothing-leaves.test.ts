import { afterAll, expect, setDefaultTimeout } from "bun:test";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { delivered, type Reply, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { type RpcHost, rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { unseal } from "../../../packages/coding-agent/src/share/seal.ts";
import { everythingOutside, lastText, leaksIn, plantedSecrets, secretProject } from "./planted-secrets.ts";

setDefaultTimeout(120_000);

type Body = Record<string, unknown>;

/** The placeholder of the labeled secret, as the model finds it in its request. */
function deployKey(body: Body): string {
	return /\$\$DEPLOYKEY_[0-9A-Z]{12}:[ULCM]\$\$/.exec(JSON.stringify(body))?.[0] ?? "no placeholder";
}

const step = (host: RpcHost, message: string) => {
	const from = host.frames.length;
	host.send({ id: message, type: "prompt", message });
	// Sub-agents go on after an end that is not the last one.
	return host.frame({ type: "agent_end", isTerminal: true }, { from });
};

/** What the model does in turn, and what it says to those who ask beside the conversation. */
function scriptedModel(known: string) {
	const turns: Array<(body: Body) => Reply> = [];
	const asked = { summary: 0, handoff: 0, subagent: 0, title: 0, memory: 0, advisor: 0 };
	const answer = (body: Body): Reply => {
		const key = deployKey(body);
		const whole = JSON.stringify(body);
		if (whole.includes("You only summarize. Never continue")) {
			asked.summary++;
			return text(`## Goal\nDeploy with ${key}.`);
		}
		if (lastText(body).includes("Write a handoff document instead")) {
			asked.handoff++;
			return text(`# Handoff\nThe next agent deploys with ${key}.`);
		}
		if (whole.includes("COUNT-THE-KEYS")) {
			if (JSON.stringify((body.messages as unknown[])[0]).includes("COUNT-THE-KEYS")) {
				asked.subagent++;
				if (asked.subagent === 1)
					return toolCall("bash", { i: "look", command: `echo '${key}' > out/sub.txt; cat all.txt` });
				return toolCall("yield", { i: "done", result: { data: `Counted with ${key}` } });
			}
		}
		if ((body.tools as Array<{ name: string }> | undefined)?.some(({ name }) => name === "advise")) {
			asked.advisor++;
			return text("ok");
		}
		if (whole.includes("Name a session with a coding agent")) {
			asked.title++;
			return text(`Deploying with ${key}`);
		}
		if (whole.includes("You read the record of one finished session")) {
			asked.memory++;
			return text(JSON.stringify({ raw_memory: `- Deploy with ${key}`, synopsis: `Deployed with ${key}` }));
		}
		if (whole.includes("You maintain the long-term memory")) {
			return text(
				JSON.stringify({ memory_md: `Deploy with ${known}`, memory_summary: `Deploy with ${known}`, skills: [] }),
			);
		}
		return turns.shift()?.(body) ?? text("ok");
	};
	return { turns, asked, answer };
}

async function longSession() {
	await using keep = new AsyncDisposableStack();
	const planted = plantedSecrets();
	expect(planted.all).toHaveLength(40);
	const shared: Uint8Array[] = [];
	const server = keep.use(
		Bun.serve({
			port: 0,
			hostname: "127.0.0.1",
			async fetch(request) {
				shared.push(new Uint8Array(await request.arrayBuffer()));
				return Response.json({ id: "abc" });
			},
		}),
	);
	const { turns, asked, answer } = scriptedModel(planted.label);
	const omp = keep.use(
		await secretProject(planted, answer, {
			settings: [
				`share: { serverUrl: "${server.url.origin}" }`,
				'advisor: { enabled: true, syncBacklog: "1" }',
				"memory: { backend: local }",
				"memories: { minRolloutIdleHours: 0 }",
				"compaction: { keepRecentTokens: 1 }",
			].join("\n"),
		}),
	);
	const { label, all } = planted;
	const read = (path: string) => () => toolCall("read", { i: "read", path });
	const frames: string[] = [];
	{
		await using host = rpcHost(omp, { env: { PI_NO_TITLE: "", PI_RPC_EMIT_TITLE: "1" } });
		await host.ask({ id: "advisor", type: "prompt", message: "/advisor on" });
		turns.push(
			read("all.txt"),
			read("data.json"),
			read("k8s.yaml"),
			read("archive.b64"),
			() =>
				toolCall("bash", {
					i: "list",
					command: "env; cat all.txt; cat k8s.yaml; git diff --no-index /dev/null all.txt",
				}),
			() =>
				toolCall("bash", {
					i: "pack",
					command:
						"base64 data.json; base64 all.txt | cat -n; tar c all.txt k8s.yaml | base64; git diff --no-index /dev/null archive.b64",
				}),
			() =>
				toolCall("bash", {
					i: "escape",
					command:
						"python3 -c 'import json,html,urllib.parse as u; t=open(\"all.txt\").read(); print(json.dumps(t), html.escape(t), u.quote(t).lower())' || true",
				}),
			(body) => toolCall("write", { i: "write", path: "out/key.txt", content: `key=${deployKey(body)}\n` }),
			(body) => toolCall("bash", { i: "print", command: `printf %s '${deployKey(body)}' > out/printed.txt` }),
			(body) => delivered(text(`I deployed with ${deployKey(body)}.`), { chunkChars: 3 }),
		);
		await step(host, `Deploy with ${label} and ${all[0]}`);
		turns.push(
			(body) =>
				toolCall("task", {
					i: "ask",
					context: `It has ${deployKey(body)}.`,
					tasks: [{ name: "Counter", task: `COUNT-THE-KEYS like ${deployKey(body)}` }],
				}),
			() => text("They are counted."),
		);
		await step(host, "Have them counted");
		expect(await host.ask({ id: "compact", type: "compact" })).toMatchObject({ success: true });
		turns.push(
			(body) => toolCall("bash", { i: "again", command: `printf %s '${deployKey(body)}' > out/after.txt` }),
			() => text("Still there."),
		);
		await step(host, "And again after compaction");
		expect(await host.ask({ id: "handoff", type: "handoff" })).toMatchObject({ success: true });
		turns.push(
			(body) => toolCall("bash", { i: "handed", command: `printf %s '${deployKey(body)}' > out/handed.txt` }),
			() => text("Handed over."),
		);
		await step(host, "And after the handoff");
		await until(() => asked.advisor > 0, { timeoutMs: 15_000 });
		frames.push(...host.frames.map((frame) => JSON.stringify(frame)));
		expect(await host.end()).toBe(0);
	}
	// The memory of the first session is made when another begins.
	turns.push(
		(body) => toolCall("bash", { i: "resumed", command: `printf %s '${deployKey(body)}' > out/resumed.txt` }),
		() => text("Resumed."),
	);
	const resumed = await omp.run(["--continue", "-p", "on another day"]);
	expect([resumed.exitCode, resumed.stdout]).toEqual([0, "Resumed.\n"]);
	const sessions = (await readdir(join(omp.agentDir, "sessions"), { recursive: true })).filter((name) =>
		/^[^/]+\/[^/]+\.jsonl$/.test(name),
	);
	await omp.home.write(".omp/agent/share-consent.json", JSON.stringify({ servers: [server.url.origin] }));
	for (const name of sessions) {
		const { stdout, stderr, exitCode } = await omp.run(["share", join(omp.agentDir, "sessions", name)]);
		expect([exitCode, stderr]).toEqual([0, ""]);
		const blob = await unseal(
			shared.at(-1) ?? new Uint8Array(),
			Buffer.from(stdout.trim().split("#")[1] ?? "", "base64url"),
		);
		expect(blob).toContain("[redacted]");
		expect(leaksIn([["share", blob]], all)).toEqual([]);
	}

	const logs = await Promise.all(sessions.map((name) => readFile(join(omp.agentDir, "sessions", name), "utf8")));
	const owned = keep.move();
	return { omp, planted, asked, frames, logs, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

let session: ReturnType<typeof longSession> | undefined;
const started = () => (session ??= longSession());
afterAll(async () => (await session)?.[Symbol.asyncDispose]());

verifies("models-and-auth:secrets:obfuscate", async () => {
	const { omp, planted, asked, logs } = await started();
	// The search finds what is there: the session has the real values.
	const inSession = new Set(leaksIn([["session", logs.join("")]], planted.all));
	expect(inSession.size).toBeGreaterThan(planted.all.length);
	// Every part that sends requests has sent some.
	expect(Object.entries(asked).filter(([, count]) => count === 0)).toEqual([]);
	expect(leaksIn(await everythingOutside(omp), planted.all)).toEqual([]);
	const used = new Set(omp.model.requests.map(deployKey).filter((found) => found.startsWith("$$")));
	expect(used.size).toBe(1);
});

verifies("models-and-auth:secrets:survive-compaction", async () => {
	const { omp, planted } = await started();
	for (const name of ["printed", "after", "handed", "resumed"]) {
		expect([name, await readFile(join(omp.path, `out/${name}.txt`), "utf8")]).toEqual([name, planted.label]);
	}
});

verifies("context-management:memory:local-redacts", async () => {
	const { omp, planted } = await started();
	const folder = join(omp.agentDir, "memories");
	const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".md"));
	const stored = await Promise.all(
		names.map(async (name) => [name, await Bun.file(join(folder, name)).text()] as const),
	);
	expect(stored.map(([, content]) => content).join("")).toContain("Deploy with [redacted]");
	expect(leaksIn(stored, planted.all)).toEqual([]);
});

verifies("models-and-auth:secrets:restore", async () => {
	const { omp, planted, frames, logs } = await started();
	const { label } = planted;
	expect(await readFile(join(omp.path, "out/key.txt"), "utf8")).toBe(`key=${label}\n`);
	expect(await readFile(join(omp.path, "out/sub.txt"), "utf8")).toBe(`${label}\n`);
	expect(frames.some((frame) => frame.includes(`I deployed with ${label}.`))).toBe(true);
	// A piece of a placeholder would be seen before the rest arrives.
	expect(frames.filter((frame) => frame.includes("text_delta") && frame.includes("$$"))).toEqual([]);
	expect(logs.join("")).toContain(`I deployed with ${label}.`);
	expect(logs.join("")).not.toContain("$$DEPLOYKEY_");
});
