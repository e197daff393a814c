import { afterEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import { createSession } from "@oh-my-pi/pi-session/operations/create-session";
import { defaultSessionDirectory } from "@oh-my-pi/pi-session/storage/file-name";
import { testSettings } from "@oh-my-pi/pi-testkit/fakes/tool-services";
import { until } from "@oh-my-pi/pi-testkit/until";
import type { AskModel, StoredBy } from "../contract/memory-backend.ts";
import { openLocal } from "./open-local.ts";

const folders: string[] = [];
afterEach(() => {
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const day = 86_400_000;
const by: StoredBy = { origin: { kind: "agent" } };
const signal = new AbortController().signal;

/** A home with folders whose encoded names are the same. */
function home() {
	const path = mkdtempSync(join(tmpdir(), "omp-local-memory-"));
	folders.push(path);
	let now = Date.now();
	const host = { cwd: path, home: path, env: {}, now: () => now, newId: () => Bun.randomUUIDv7() };
	const agentDir = join(path, ".omp/agent");
	const folder = (name: string) => {
		mkdirSync(join(path, name), { recursive: true });
		return join(path, name);
	};
	const lines: string[] = [];
	const open = (cwd: string, ask?: AskModel) =>
		openLocal({
			...{ host, agentDir, cwd, settings: testSettings(), warn: (text) => lines.push(text) },
			...(ask && { ask }),
		});
	const addSession = async (cwd: string, text: string) => {
		const log = createSession(fileEnvironment(host, agentDir), { cwd });
		log.appendMessage({ role: "user", content: text, timestamp: now });
		log.appendMessage({
			...{ role: "assistant", content: [{ type: "text", text: "ok" }], timestamp: now, stopReason: "stop" },
			...{ api: "anthropic-messages", provider: "acme", model: "a-1" },
			usage: {
				...{ input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 },
				cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
			},
		});
		await log.flush();
		await log.close();
	};
	const later = () => {
		now += day;
	};
	const oldFolder = (cwd: string) => {
		const old = join(agentDir, "memories", defaultSessionDirectory(host, agentDir, cwd).split("/").at(-1) ?? "");
		mkdirSync(old, { recursive: true });
		writeFileSync(join(old, "learned.md"), "# Lessons\n\n- 2026-01-01 [agent] An old lesson\n");
		return old;
	};
	return { ...{ folder, open, addSession, later, oldFolder, lines } };
}

test("folders whose names are encoded alike share no lessons, and wiping one leaves the other", async () => {
	const { folder, open } = home();
	const names = ["work/a-b", "work/a/b", "work-a/b"];
	const backends = await Promise.all(names.map((name) => open(folder(name))));
	for (const [index, backend] of backends.entries())
		await backend.learn?.({ content: `of ${names[index]}` }, by, signal);
	const lessons = async () =>
		Promise.all(
			backends.map(async ({ maintenance }) =>
				((await maintenance.list?.({}, signal)) ?? []).map(({ content }) => content),
			),
		);
	expect(await lessons()).toEqual(names.map((name) => [`of ${name}`]));
	await backends[0]?.maintenance.clear(signal);
	expect(await lessons()).toEqual([[], ["of work/a/b"], ["of work-a/b"]]);
	for (const backend of backends) await backend[Symbol.asyncDispose]();
});

test("sessions of a folder that is gone do not count for another that is encoded alike", async () => {
	const { folder, open, addSession, later } = home();
	await addSession(folder("work/a-b"), "a secret of a-b");
	await addSession(folder("work/a/b"), "something of b");
	rmSync(folder("work/a-b"), { recursive: true });
	later();
	const asked: string[] = [];
	await using backend = await open(folder("work/a/b"), async (_role, { text }) => {
		asked.push(text);
		return JSON.stringify({ raw_memory: "- note", synopsis: "s", memory_md: "m", memory_summary: "s" });
	});
	backend.opened?.({ id: "1", file: "/nowhere.jsonl" });
	await until(() => asked.length >= 2);
	expect(asked.join()).toContain("something of b");
	expect(asked.join()).not.toContain("a secret of a-b");
});

test("a folder with the old name is taken over by the only project whose sessions it can be from", async () => {
	const { folder, open, addSession, oldFolder, lines } = home();
	const cwd = folder("work/a-b");
	await addSession(cwd, "hello");
	const old = oldFolder(cwd);
	// Another project without sessions has made nothing of it.
	await using other = await open(folder("work/a/b"));
	expect(await other.maintenance.list?.({}, signal)).toEqual([]);
	await using own = await open(cwd);
	expect((await own.maintenance.list?.({}, signal))?.map(({ content }) => content)).toEqual(["An old lesson"]);
	expect([existsSync(old), lines]).toEqual([false, []]);
});

test("a folder with the old name that several projects have used is left, with a line", async () => {
	const { folder, open, addSession, oldFolder, lines } = home();
	const cwd = folder("work/a-b");
	await addSession(cwd, "hello");
	await addSession(folder("work/a/b"), "hello");
	const old = oldFolder(cwd);
	await using own = await open(cwd);
	expect(await own.maintenance.list?.({}, signal)).toEqual([]);
	expect(existsSync(old)).toBe(true);
	expect(lines).toEqual([expect.stringContaining(`${old} has notes of several projects`)]);
});
