import { describe, expect, test } from "bun:test";
import type { SessionInfo } from "@oh-my-pi/pi-session/listing/session-listing";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { dialogPictures } from "../testing/dialog-pictures.ts";
import { openDialog } from "../testing/open-dialog.ts";
import { scriptedLines } from "../testing/scripted-lines.ts";
import type { SessionPickerOptions } from "./session-picker.ts";
import { sessionPickerDialog } from "./session-picker-dialog.ts";

const now = Date.UTC(2026, 10, 15);
const down = "\x1b[B";
const enter = "\r";
const esc = "\x1b";
const del = "\x1b[3~";

function session(id: string, given: Partial<SessionInfo> = {}): SessionInfo {
	return {
		id,
		path: `/home/ada/.omp/agent/sessions/demo/${id}.jsonl`,
		cwd: "/home/ada/demo",
		created: new Date(now).toISOString(),
		modified: now - 120_000,
		size: 37_274,
		messageCount: 14,
		isCountComplete: true,
		firstMessage: `first words of ${id}`,
		status: "complete",
		allMessagesText: `first words of ${id}`,
		...given,
	};
}

function picker(given: Partial<SessionPickerOptions> = {}) {
	const done: string[] = [];
	const here = [
		session("one", { title: "Fix greeting", firstMessage: "add an exclamation mark" }),
		session("two", { modified: now - 7_200_000, status: "error", size: 900, allMessagesText: "about owls" }),
		session("three", { modified: now - 86_400_000, status: "pending", title: "Aardvarks" }),
	];
	const elsewhere = [session("four", { cwd: "/home/ada/other", title: "Elsewhere" })];
	const options: SessionPickerOptions = {
		list: (scope) =>
			(scope === "folder" ? here : [...here, ...elsewhere]).filter(({ path }) => !done.includes(`remove ${path}`)),
		scope: "folder",
		rename: async (path, name) => void done.push(`rename ${path} ${name}`),
		remove: async (path) => void done.push(`remove ${path}`),
		findInHistory: async () => new Set(["three"]),
		now: () => now,
		home: "/home/ada",
		...given,
	};
	return { options, done };
}

function openPicker() {
	const { options, done } = picker();
	const opened = openDialog(sessionPickerDialog(options), { rows: 40 });
	return { done, ...opened, screen: () => opened.rows(100).join("\n") };
}

describe("session picker", () => {
	test("its looks, and how it reads aloud", async () => {
		expect(await dialogPictures(() => sessionPickerDialog(picker().options))).toMatchSnapshot();
	});

	test("a session is told by its name, what it began with, its age, size and state", () => {
		expect(openPicker().rows(100).slice(0, 8)).toEqual([
			" (current folder)",
			" ❯ Type to search",
			" ❯ Fix greeting",
			"   add an exclamation mark",
			"   2 minutes ago · 36.4KB · 14 msgs · ✔ done",
			"   first words of two",
			"",
			"   2 hours ago · 900B · 14 msgs · ✘ error",
		]);
	});

	verifies("tui:sessions:picker", async () => {
		const here = openPicker();
		here.type("owls");
		expect(here.rows(100)[2]).toBe(" ❯ first words of two");
		// Sessions in which such a prompt was sent join after a pause.
		await until(() => here.screen().includes("Aardvarks"));
		here.press(esc);
		// Order, paths, other projects.
		here.press("\x13");
		expect(here.rows(100)[2]).toBe(" ❯ Aardvarks");
		here.press("\x10", "\t");
		expect(here.screen()).toContain("~/.omp/agent/sessions/demo/four.jsonl");
		here.press("\x10");
		expect(here.screen()).toContain("~/other");
		here.press("\t", "\x13", "\x13");
		// Renaming and deleting; the safe answer comes first.
		here.press("\x12", "\x15", ..."Better", enter);
		expect(here.done).toEqual(["rename /home/ada/.omp/agent/sessions/demo/one.jsonl Better"]);
		here.press(down, del, enter);
		expect(here.done).toHaveLength(1);
		here.press(del, down, enter);
		await until(() => here.screen().includes("Deleted first words of two"));
		expect(here.done[1]).toBe("remove /home/ada/.omp/agent/sessions/demo/two.jsonl");
		expect(here.press(enter)[0]?.id).toBe("three");
	});

	test("what cannot be deleted says why", async () => {
		const remove = async () => {
			throw new Error("The session is in use by process 7");
		};
		const opened = openDialog(sessionPickerDialog(picker({ remove }).options), { rows: 40 });
		opened.press(del, down, enter);
		await until(() => opened.rows(100).join("\n").includes("The session is in use by process 7"));
	});

	test("line by line: a session, then what to do with it", async () => {
		const { options, done } = picker();
		const chosen = await sessionPickerDialog(options).plain(scriptedLines(["1", "2", "Better", "4", "4", "1"]));
		expect(chosen?.id).toBe("four");
		expect(done).toEqual(["rename /home/ada/.omp/agent/sessions/demo/one.jsonl Better"]);
	});
});
