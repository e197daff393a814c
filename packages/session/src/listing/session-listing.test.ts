import { describe, expect, test } from "bun:test";
import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { fileEnvironment, type SessionEnvironment } from "../log/session-environment.ts";
import type { SessionLog } from "../log/session-log.ts";
import { createSession } from "../operations/create-session.ts";
import { type FakeHost, fakeHost, memoryEnvironment, START } from "../testing/fake-host.ts";
import { assistant, calling, result, user } from "../testing/messages.ts";
import { SessionListing, sessionTitle } from "./session-listing.ts";

function listed(fill: (log: SessionLog) => void) {
	const environment = memoryEnvironment();
	const log = createSession(environment, { cwd: "/work/app" });
	fill(log);
	log.ensureOnDisk();
	return new SessionListing(environment).list("/work/app")[0];
}

test("list: a session is summarized from the head and tail of its file", async () => {
	const environment = memoryEnvironment();
	const log = createSession(environment, { cwd: "/work/app", parentSession: "p" });
	log.appendMessage(user("Please fix\nthe login"));
	log.appendMessage(assistant("Done."));
	await log.setName("Fix login", "auto");
	const [info] = new SessionListing(environment).list("/work/app");
	expect(info).toEqual({
		path: log.file ?? "",
		id: log.id,
		cwd: "/work/app",
		title: "Fix login",
		titleSource: "auto",
		parentSession: "p",
		created: "2026-11-15T02:36:32.437Z",
		modified: START,
		size: environment.storage.stat(log.file ?? "")?.size ?? 0,
		messageCount: 2,
		isCountComplete: true,
		firstMessage: "Please fix\nthe login",
		allMessagesText: "Please fix\nthe login Done.",
		status: "complete",
	});
});

test("list: last modified first; artifacts and files that are no sessions are not listed", () => {
	const host: FakeHost = fakeHost();
	const environment = memoryEnvironment({ host });
	const logs = ["one", "two"].map((text) => {
		host.advance(1000);
		const log = createSession(environment, { cwd: "/work/app" });
		log.appendMessage(assistant(text));
		return log;
	});
	const folder = logs[0]?.directory ?? "";
	environment.storage.writeText(join(folder, "junk.jsonl"), "junk");
	environment.storage.writeText(join(folder, "x.jsonl.bak.txt"), "");
	environment.storage.writeText(join(logs[0]?.artifactsDirectory ?? "", "Alpha.jsonl"), "{}");
	host.advance(1000);
	const other = createSession(environment, { cwd: "/work/other" });
	other.appendMessage(assistant("three"));
	host.advance(1000);
	logs[0]?.appendMessage(user("again"));
	const listing = new SessionListing(environment);
	const paths = (infos: ReadonlyArray<{ path: string }>) => infos.map(({ path }) => path);
	expect(paths(listing.list("/work/app"))).toEqual([logs[0]?.file, logs[1]?.file] as string[]);
	expect(paths(listing.listAll())).toEqual([logs[0]?.file, other.file, logs[1]?.file] as string[]);
	const forced = new SessionListing({ ...environment, sessionDir: other.directory });
	expect(paths(forced.listAll())).toEqual([other.file] as string[]);
});

verifies("sessions:list:fast", () => {
	const environment = memoryEnvironment();
	const log = createSession(environment, { cwd: "/work/app" });
	log.appendMessage(assistant("one"));
	const reads: number[][] = [];
	const storage = Object.create(environment.storage);
	storage.readSlices = (...args: [string, number, number]) => {
		reads.push(args.slice(1) as number[]);
		return environment.storage.readSlices(...args);
	};
	for (const name of ["list", "stat", "exists"]) {
		storage[name] = (path: string) =>
			(environment.storage as unknown as Record<string, (path: string) => unknown>)[name]?.(path);
	}
	const listing = new SessionListing({ ...environment, storage });
	listing.list("/work/app");
	listing.list("/work/app");
	expect(reads).toEqual([[4096, 32768]]);
	log.appendMessage(user("two"));
	expect([listing.list("/work/app")[0]?.status, reads.length]).toEqual(["pending", 2]);
});

describe("list: status", () => {
	verifies("sessions:list:status", () => {
		const cases = [
			["complete", (log: SessionLog) => log.appendMessage(assistant("x"))],
			["complete", (log: SessionLog) => log.appendMessage(assistant("x", { stopReason: "length" }))],
			["aborted", (log: SessionLog) => log.appendMessage(assistant("x", { stopReason: "aborted" }))],
			["error", (log: SessionLog) => log.appendMessage(assistant("x", { stopReason: "error" }))],
			["interrupted", (log: SessionLog) => log.appendMessage(calling("a"))],
			[
				"interrupted",
				(log: SessionLog) => {
					log.appendMessage(calling("a"));
					log.appendMessage(result("a"));
				},
			],
			["pending", (log: SessionLog) => log.appendMessage(user("x"))],
			["unknown", () => {}],
			["unknown", (log: SessionLog) => log.appendModelChange("a/b")],
			[
				"complete",
				(log: SessionLog) => {
					log.appendMessage(assistant("x"));
					log.appendMessage({
						role: "bashExecution",
						command: "ls",
						output: "",
						cancelled: false,
						truncated: false,
						timestamp: 1,
					});
					log.appendCustomEntry("session_exit", {});
				},
			],
		] as const;
		expect(cases.map(([, fill]) => listed(fill)?.status)).toEqual(cases.map(([status]) => status));
	});

	test("is found at the end of a message longer than the tail", () => {
		const long = "x".repeat(100_000);
		expect(listed((log) => log.appendMessage(assistant(long)))?.status).toBe("complete");
		expect(
			listed((log) => log.appendMessage(assistant(long, { stopReason: "error", errorMessage: "oops" })))?.status,
		).toBe("error");
		const content = [{ type: "text" as const, text: long }];
		expect(listed((log) => log.appendMessage(result("a", { content })))?.status).toBe("interrupted");
		expect(listed((log) => log.appendMessage(user(long)))?.status).toBe("unknown");
	});
});

describe("list: long files", () => {
	test("show the beginning of a truncated first message", () => {
		const text = `a "quoted" \\ line\n${"ü".repeat(4000)}`;
		const info = listed((log) => {
			log.appendMessage(user(text));
			log.appendMessage(assistant("y".repeat(50_000)));
		});
		expect(text.startsWith(info?.firstMessage ?? "?")).toBe(true);
		expect([(info?.firstMessage.length ?? 0) > 1000, info?.isCountComplete]).toEqual([true, false]);
	});

	test("are searched in the part that was read", () => {
		const info = listed((log) => {
			log.appendMessage(user("needle at the start"));
			for (let n = 0; n < 100; n++) log.appendMessage(assistant("z".repeat(1000)));
			log.appendMessage(user("needle at the end"));
		});
		expect(info?.allMessagesText.split(" ").filter((word) => word === "needle")).toHaveLength(2);
	});
});

verifies("sessions:list:names", () => {
	const modified = Date.parse("2026-11-15T02:36:32.437Z");
	expect(sessionTitle({ title: "T\u001b[31m", firstMessage: "m" }, modified)).toBe("T[31m");
	expect(sessionTitle({ firstMessage: "first\nsecond" }, modified)).toBe("first");
	expect(sessionTitle({ firstMessage: "" }, modified)).toBe("Untitled · 2026-11-15 02:36");
	const compaction = { summary: "s", shortSummary: "In short", firstKeptEntryId: "x", tokensBefore: 1 };
	expect(listed((log) => log.appendCompaction(compaction))?.title).toBe("In short");
	expect(listed(() => {})?.firstMessage).toBe("(no messages)");
});

test("recent: returns the newest names of a folder with their age", () => {
	const host = fakeHost();
	const environment = memoryEnvironment({ host });
	for (const text of ["one", "two", "three"]) {
		const log = createSession(environment, { cwd: "/work/app" });
		log.appendMessage(user(text));
		log.ensureOnDisk();
		host.advance(3_600_000);
	}
	const folder = "/agent/sessions/--work-app--";
	const recent = new SessionListing(environment).recent(folder, 2);
	expect(recent.map(({ name, timeAgo }) => [name, timeAgo])).toEqual([
		["three", "1h ago"],
		["two", "2h ago"],
	]);
});

describe("on disk", () => {
	function sessionIn(environment: SessionEnvironment, cwd: string): SessionLog {
		const log = createSession(environment, { cwd });
		log.appendMessage(assistant("x"));
		return log;
	}

	verifies("sessions:persist:bak-repaired", async () => {
		await using project = await workspace();
		const environment = fileEnvironment(fakeHost(), project.file("agent"));
		const log = sessionIn(environment, "/work/app");
		await log.close();
		environment.storage.rename(log.file ?? "", `${log.file}.bak`);
		expect(new SessionListing(environment).list("/work/app").map(({ path }) => path)).toEqual([log.file ?? ""]);
		expect(readdirSync(log.directory ?? "")).toHaveLength(1);
	});

	verifies("sessions:disk:legacy-folders-renamed", async () => {
		await using project = await workspace({ "home/app/x": "", "home-too/x": "" });
		const home = project.file("home");
		const environment = fileEnvironment(fakeHost({ home, env: { TMPDIR: "/elsewhere" } }), project.file("agent"));
		const encoded = home.slice(1).replaceAll("/", "-");
		const old = (cwd: string, folder: string) => {
			const log = sessionIn({ ...environment, sessionDir: project.file(`agent/sessions/${folder}`) }, cwd);
			return log.file ?? "";
		};
		old(join(home, "app"), `--${encoded}-app--`);
		old(project.file("home-too"), `--${encoded}-too--`);
		sessionIn(environment, join(home, "app"));
		const listing = new SessionListing(environment);
		expect(listing.list(join(home, "app"))).toHaveLength(2);
		expect(listing.listAll()).toHaveLength(3);
		expect(readdirSync(project.file("agent/sessions")).sort()).toEqual(
			["-app", `--${encoded}-app--`, `--${encoded}-too--`].sort(),
		);
	});

	test("directories with the same encoded name do not share sessions", async () => {
		await using project = await workspace({ "a/b/x": "", "a-b/x": "" });
		const environment = fileEnvironment(fakeHost({ home: project.path }), project.file("agent"));
		const [one, other] = [sessionIn(environment, project.file("a/b")), sessionIn(environment, project.file("a-b"))];
		expect(one.directory).toBe(other.directory);
		const listing = new SessionListing(environment);
		expect(listing.list(project.file("a/b")).map(({ path }) => path)).toEqual([one.file ?? ""]);
		expect(listing.newest(project.file("a-b"))?.path).toBe(other.file ?? "");
	});

	test("the modification time is that of the file", async () => {
		await using project = await workspace();
		const environment = fileEnvironment(fakeHost(), project.file("agent"));
		const log = sessionIn(environment, "/work/app");
		utimesSync(log.file ?? "", 1_700_000_000, 1_700_000_000);
		expect(new SessionListing(environment).newest("/work/app")?.modified).toBe(1_700_000_000_000);
	});
});
