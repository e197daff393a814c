import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { FileStorage } from "../storage/file-storage.ts";
import { fakeHost } from "../testing/fake-host.ts";
import { Breadcrumbs, terminalId, topLevelSession } from "./breadcrumbs.ts";

describe("terminalId", () => {
	test("is the tty, or else the first terminal variable that is set", () => {
		expect(terminalId("/dev/pts/0", { TMUX_PANE: "%1" })).toBe("pts-0");
		expect(terminalId("/dev/ttys003", {})).toBe("ttys003");
		expect(terminalId(undefined, { TERM_SESSION_ID: "w0t0:A", KITTY_WINDOW_ID: "3" })).toBe("3");
		expect(terminalId(undefined, { TMUX_PANE: "%1", WT_SESSION: "x" })).toBe("%1");
		expect(terminalId(undefined, {})).toBeUndefined();
	});

	test("never escapes its folder", () => {
		expect(terminalId(undefined, { TMUX_PANE: "../../etc/passwd" })).toBe("..-..-etc-passwd");
		expect(terminalId(undefined, { TMUX_PANE: ".." })).toBeUndefined();
	});
});

describe("breadcrumbs", () => {
	verifies("sessions:breadcrumb:per-terminal", async () => {
		await using project = await workspace();
		const breadcrumbs = new Breadcrumbs(new FileStorage(fakeHost()), project.file("agent"));
		expect(breadcrumbs.find("pts-0")).toBeUndefined();
		breadcrumbs.leave("pts-0", { cwd: "/work/app", file: "/s/a.jsonl", fresh: false });
		expect(await project.read("agent/terminal-sessions/pts-0")).toBe("/work/app\n/s/a.jsonl\n");
		expect(breadcrumbs.find("pts-0")).toEqual({ cwd: "/work/app", file: "/s/a.jsonl", fresh: false });
		breadcrumbs.leave("pts-1", { cwd: "/work/app", file: "/s/b.jsonl", fresh: true });
		expect(await project.read("agent/terminal-sessions/pts-1")).toBe("/work/app\n/s/b.jsonl\nfresh\n");
		breadcrumbs.forget("/s/a.jsonl");
		expect([breadcrumbs.find("pts-0"), breadcrumbs.find("pts-1")?.fresh]).toEqual([undefined, true]);
	});

	test("that cannot be written are skipped", async () => {
		await using project = await workspace({ agent: "a file where the folder should be" });
		const breadcrumbs = new Breadcrumbs(new FileStorage(fakeHost()), project.file("agent"));
		breadcrumbs.leave("pts-0", { cwd: "/", file: "/s", fresh: false });
		expect(breadcrumbs.find("pts-0")).toBeUndefined();
	});
});

test("topLevelSession: maps a sub-agent's log to its session, at any depth", () => {
	const exists = (path: string) => ["/s/main.jsonl", "/s/main/Alpha.jsonl"].includes(path);
	expect(topLevelSession("/s/main/Alpha.jsonl", exists)).toBe("/s/main.jsonl");
	expect(topLevelSession("/s/main/Alpha/Alpha.Inner.jsonl", exists)).toBe("/s/main.jsonl");
	expect(topLevelSession("/s/main.jsonl", exists)).toBe("/s/main.jsonl");
	expect(topLevelSession("/s/other.jsonl", exists)).toBe("/s/other.jsonl");
});
