import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import {
	appendFileSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { createSession } from "../operations/create-session.ts";
import { openSession } from "../operations/open-session.ts";
import { fakeHost } from "../testing/fake-host.ts";
import { assistant, user } from "../testing/messages.ts";
import { unlocked } from "../testing/unlocked.ts";
import { fileEnvironment, type SessionEnvironment } from "./session-environment.ts";
import type { SessionLog } from "./session-log.ts";

function environmentIn(agentDir: string): SessionEnvironment {
	return fileEnvironment({ ...fakeHost(), newId: () => Bun.randomUUIDv7() }, agentDir);
}

function opened(environment: SessionEnvironment, file: string): SessionLog {
	const result = openSession(environment, file);
	if (result.kind !== "opened") throw new Error(`expected an open session, got ${result.kind}`);
	return result.log;
}

async function started(project: Workspace) {
	const environment = environmentIn(project.file("agent"));
	const log = createSession(environment, { cwd: "/work/app" });
	log.appendMessage(user("one"));
	log.appendMessage(assistant("two"));
	return { environment, log, file: log.file ?? "" };
}

const texts = (log: SessionLog) =>
	[...log.entries()].flatMap((entry) =>
		entry.type === "message" && "content" in entry.message && Array.isArray(entry.message.content)
			? entry.message.content.map((block) => (block.type === "text" ? block.text : block.type))
			: [],
	);

const reports = (log: SessionLog) => log.problems.map(({ kind }) => kind);
const rawMessage = (id: string, text: string) =>
	`${JSON.stringify({ type: "message", id, parentId: null, timestamp: "t", message: user(text) })}\n`;

describe("the file changes on disk", () => {
	test("deleted: it is written again with all entries", async () => {
		await using project = await workspace();
		const { environment, log, file } = await started(project);
		rmSync(file);
		log.appendMessage(user("three"));
		expect(reports(log)).toEqual(["changed-outside"]);
		await log.close();
		expect(texts(opened(environment, file))).toEqual(["one", "two", "three"]);
	});

	test("deleted with its folder: it is written again", async () => {
		await using project = await workspace();
		const { environment, log, file } = await started(project);
		rmSync(project.file("agent"), { recursive: true });
		log.appendMessage(user("three"));
		await log.close();
		expect(texts(opened(environment, file))).toEqual(["one", "two", "three"]);
	});

	test("appended to by another program: the lines survive and are known", async () => {
		await using project = await workspace();
		const { environment, log, file } = await started(project);
		const leaf = log.leafId;
		appendFileSync(file, rawMessage("foreign1", "theirs"));
		const own = log.appendMessage(user("three"));
		expect(log.findEntry("foreign1")).toMatchObject({ message: user("theirs") });
		expect(log.findEntry(own)).toMatchObject({ parentId: leaf, message: user("three") });
		await log.close();
		expect(texts(opened(environment, file))).toEqual(["one", "two", "theirs", "three"]);
	});

	test("appended to with half a line: the next line of ours starts on a new line", async () => {
		await using project = await workspace();
		const { environment, log, file } = await started(project);
		appendFileSync(file, rawMessage("foreign1", "theirs").slice(0, 60));
		log.appendMessage(user("three"));
		expect(texts(log)).toEqual(["one", "two", "three"]);
		await log.close();
		expect(texts(opened(environment, file))).toEqual(["one", "two", "three"]);
	});

	test("replaced by another version: our missing entries are added to it", async () => {
		await using project = await workspace();
		const { environment, log, file } = await started(project);
		const before = readFileSync(file, "utf8");
		log.appendMessage(user("three"));
		writeFileSync(`${file}.new`, before.replace('"cwd"', '"title":"Theirs","cwd"') + rawMessage("foreign1", "theirs"));
		renameSync(`${file}.new`, file);
		log.appendMessage(user("four"));
		expect([texts(log), log.name]).toEqual([["one", "two", "three", "four", "theirs"], "Theirs"]);
		await log.close();
		const again = opened(environment, file);
		expect(texts(again)).toEqual(["one", "two", "theirs", "three", "four"]);
		expect(again.path().map((step) => step.role)).toEqual(["user", "assistant", "user", "user"]);
	});

	test("replaced by something else: that is moved aside and our entries are written again", async () => {
		await using project = await workspace();
		const { environment, log, file } = await started(project);
		writeFileSync(`${file}.new`, "not a session");
		renameSync(`${file}.new`, file);
		log.appendMessage(user("three"));
		await log.close();
		expect(texts(opened(environment, file))).toEqual(["one", "two", "three"]);
		const aside = readdirSync(join(file, "..")).find((name) => name.endsWith(".quarantined")) ?? "";
		expect(readFileSync(join(file, "..", aside), "utf8")).toBe("not a session");
	});

	test("truncated: entries still in memory are written again", async () => {
		await using project = await workspace();
		const { environment, log, file } = await started(project);
		truncateSync(file, readFileSync(file).indexOf("\n") + 1);
		log.appendMessage(user("three"));
		await log.close();
		expect(texts(opened(environment, file))).toEqual(["one", "two", "three"]);
	});
});

describe("two writers", () => {
	test("that use locks: the second is refused", async () => {
		await using project = await workspace();
		const { log, file } = await started(project);
		const other = environmentIn(project.file("agent"));
		expect(openSession(other, file)).toMatchObject({
			kind: "in-use",
			file,
			holder: { pid: process.pid, isSelf: true },
		});
		await log.close();
		expect(openSession(other, file).kind).toBe("opened");
	});

	test("that use no locks, in one process, with renames in between: every line survives", async () => {
		await using project = await workspace();
		const { environment, log, file } = await started(project);
		const open = { ...environment, storage: unlocked(environment.storage) };
		const other = opened(open, file);
		for (let round = 0; round < 20; round++) {
			log.appendMessage(user(`first ${round}`));
			other.appendMessage(user(`second ${round}`));
			const renaming = round % 4 === 0 ? log.setName(`Name ${round}`) : undefined;
			other.appendMessage(user(`meanwhile ${round}`));
			await renaming;
		}
		await log.close();
		await other.close();
		const found = texts(opened(open, file));
		const expected = ["first", "second", "meanwhile"].flatMap((word) =>
			Array.from({ length: 20 }, (_, n) => `${word} ${n}`),
		);
		expect(expected.filter((text) => !found.includes(text))).toEqual([]);
		expect(found).toHaveLength(62);
	});

	verifies(
		"sessions:persist:two-processes",
		async () => {
			await using project = await workspace();
			const { environment, log, file } = await started(project);
			expect(openSession(environmentIn(project.file("agent")), file).kind).toBe("in-use");
			await log.close();
			const child = join(import.meta.dir, "../testing/two-writers-child.ts");
			const ids = await Promise.all(
				[0, 1, 2].map(async () => {
					const process_ = Bun.spawn([process.execPath, child, file, "300"], { stdout: "pipe", stderr: "inherit" });
					return JSON.parse(await new Response(process_.stdout).text()) as string[];
				}),
			);
			const again = opened(environment, file);
			expect(ids.map((list) => list.length)).toEqual([300, 300, 300]);
			expect(ids.flat().filter((id) => again.findEntry(id)?.type !== "message")).toEqual([]);
			expect(again.problems).toEqual([]);
		},
		20_000,
	);
});

verifies("sessions:persist:write-error", async () => {
	await using project = await workspace();
	writeFileSync(project.file("agent"), "a file where the folder should be");
	const environment = environmentIn(project.file("agent"));
	const log = createSession(environment, { cwd: "/work/app" });
	log.appendMessage(assistant("one"));
	log.appendMessage(user("two"));
	expect([texts(log), reports(log), log.isOnDisk]).toEqual([["one", "two"], ["write-failed"], false]);
	await expect(log.flush()).rejects.toThrow(`Cannot write the session file ${log.file}`);
	await expect(log.close()).rejects.toThrow(`Cannot write the session file ${log.file}`);
});

/** A small file system of its own, where the machine allows mounting one. */
function smallDisk(path: string, options: string): Disposable | undefined {
	mkdirSync(path, { recursive: true });
	const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", path]).status === 0;
	return mounted ? { [Symbol.dispose]: () => void spawnSync("umount", ["--lazy", path]) } : undefined;
}

const canMount = (() => {
	const path = mkdtempSync(join(tmpdir(), "mount-probe-"));
	try {
		using disk = smallDisk(path, "size=16k");
		return disk !== undefined;
	} finally {
		rmSync(path, { recursive: true, force: true });
	}
})();

describe.skipIf(!canMount)("a disk", () => {
	test("that is full is reported once, loses nothing, and everything is saved when there is room again", async () => {
		await using project = await workspace();
		using _disk = smallDisk(project.file("disk"), "size=64k");
		writeFileSync(project.file("disk/filler"), Buffer.alloc(24_000));
		const environment = environmentIn(project.file("disk/agent"));
		const log = createSession(environment, { cwd: "/work/app" });
		const sent = Array.from({ length: 20 }, (_, n) => `${n} ${"x".repeat(2000)}`);
		for (const text of sent) log.appendMessage(assistant(text));
		expect([log.writeError?.kind, reports(log)]).toEqual(["disk-full", ["write-failed"]]);
		expect(log.problems[0]?.message).toBe(`Cannot write the session file ${log.file}: the disk is full`);
		expect(texts(log)).toEqual(sent);
		await expect(log.flush()).rejects.toThrow("the disk is full");
		const onDisk = readFileSync(log.file ?? "", "utf8");
		expect([onDisk.endsWith("}\n"), onDisk.split("\n").length < 20]).toEqual([true, true]);

		rmSync(project.file("disk/filler"));
		log.appendMessage(user("room"));
		expect(log.writeError).toBeUndefined();
		await log.close();
		expect(texts(opened(environment, log.file ?? ""))).toEqual([...sent, "room"]);
	});

	test("that is full lets the session continue in another file", async () => {
		await using project = await workspace();
		using _disk = smallDisk(project.file("disk"), "size=32k");
		const environment = environmentIn(project.file("disk/agent"));
		const log = createSession(environment, { cwd: "/work/app" });
		const sent = Array.from({ length: 20 }, (_, n) => `${n} ${"x".repeat(3000)}`);
		for (const text of sent) log.appendMessage(assistant(text));
		const rescue = project.file("rescue/session.jsonl");
		expect([log.writeError?.kind, await log.continueIn(rescue)]).toEqual(["disk-full", true]);
		log.appendMessage(user("and on"));
		await log.close();
		const again = opened(environment, rescue);
		expect([texts(again), again.id]).toEqual([[...sent, "and on"], log.id]);
	});

	test("that is read-only: the session opens, continues in memory, and the file is unchanged", async () => {
		await using project = await workspace();
		using _disk = smallDisk(project.file("disk"), "size=64k");
		const environment = environmentIn(project.file("disk/agent"));
		const log = createSession(environment, { cwd: "/work/app" });
		log.appendMessage(assistant("one"));
		await log.close();
		appendFileSync(log.file ?? "", "torn");
		spawnSync("mount", ["-o", "remount,ro", project.file("disk")]);
		const again = opened(environment, log.file ?? "");
		again.appendMessage(user("two"));
		await again.setName("Named");
		expect([texts(again), again.name, again.writeError?.kind]).toEqual([["one", "two"], "Named", "read-only"]);
		expect(reports(again)).toEqual(["torn-tail", "write-failed"]);
		await expect(again.close()).rejects.toThrow("writing there is not permitted");
		expect(readFileSync(log.file ?? "", "utf8").endsWith("\ntorn")).toBe(true);
	});

	test("that is full before the first reply leaves no partial file", async () => {
		await using project = await workspace();
		using _disk = smallDisk(project.file("disk"), "size=16k");
		const environment = environmentIn(project.file("disk/agent"));
		const log = createSession(environment, { cwd: "/work/app" });
		log.appendMessage(assistant("x".repeat(50_000)));
		expect([log.isOnDisk, log.writeError?.kind]).toEqual([false, "disk-full"]);
		expect(environment.storage.exists(log.file ?? "")).toBe(false);
		expect(texts(log)).toEqual(["x".repeat(50_000)]);
	});
});
