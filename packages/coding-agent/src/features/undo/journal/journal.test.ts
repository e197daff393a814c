import { expect, test } from "bun:test";
import { appendFileSync } from "node:fs";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { readHistory } from "./history.ts";
import { Journal, journalPath } from "./journal.ts";

const begin = (call: string) => ({ type: "begin", call, tool: "bash", turn: "t", exact: false }) as const;

test("a line that was cut off by a crash is skipped, and the next one is whole", async () => {
	await using project = await workspace();
	using first = new Journal(project.path);
	first.append(begin("one"));
	appendFileSync(journalPath(project.path), '{"type":"begin","call":"tw');
	using second = new Journal(project.path);
	second.append(begin("three"));
	expect([...second.records()]).toEqual([begin("one"), begin("three")]);
	expect(readHistory(second.records()).openCalls.map(({ callId }) => callId)).toEqual(["one", "three"]);
});
