import { describe, expect, test } from "bun:test";
import type { HistoryEntry } from "@oh-my-pi/pi-session/history-db";
import { until } from "@oh-my-pi/pi-testkit/until";
import { dialogPictures } from "../testing/dialog-pictures.ts";
import { openDialog } from "../testing/open-dialog.ts";
import { scriptedLines } from "../testing/scripted-lines.ts";
import { historyDialog } from "./history-dialog.ts";

const now = Date.UTC(2026, 10, 15);

function entry(id: number, prompt: string): HistoryEntry {
	return { id, prompt, createdAt: now / 1000 - (10 - id) * 3600, cwd: "/work", sessionId: undefined };
}

const recent = [entry(9, "fix the greeting"), entry(8, "write\na long\nlist"), entry(7, "fix the greeting")];
const history = () =>
	historyDialog({
		recent,
		search: async (query) => (query === "owl" ? [entry(1, "an owl of old")] : []),
		now: () => now,
	});

describe("history search", () => {
	test("its looks, and how it reads aloud", async () => {
		expect(await dialogPictures(history)).toMatchSnapshot();
	});

	test("each prompt is there once with its age, and several lines are shown below", () => {
		const opened = openDialog(history());
		expect(opened.rows(50)).toEqual([
			" 🔍 Type to search",
			" ❯ fix the greeting                    1 hour ago",
			"   write a long list                  2 hours ago",
			" Enter insert · Esc cancel",
		]);
		opened.press("\x12");
		expect(opened.rows(50).slice(3, 6)).toEqual(["   │ write", "   │ a long", "   │ list"]);
		expect(opened.press("\r")).toEqual(["write\na long\nlist"]);
	});

	test("what was asked long ago is found too", async () => {
		const opened = openDialog(history());
		opened.type("owl");
		await until(() => opened.rows(50).join("\n").includes("an owl of old"));
		expect(opened.press("\r")).toEqual(["an owl of old"]);
	});

	test("line by line: a search, then the prompt", async () => {
		expect(await history().plain(scriptedLines(["greet", "1"]))).toBe("fix the greeting");
		const lines = scriptedLines(["zebra"]);
		expect(await history().plain(lines)).toBeUndefined();
		expect(lines.text()).toContain("Nothing was found.");
	});
});
