import { expect, test } from "bun:test";
import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import { viewedOutput } from "../view/view.ts";
import { jobView } from "./view.ts";

const options = { theme: plainTheme, expanded: false, width: 80 };
const row = {
	id: "bg_1",
	type: "bash",
	status: "completed",
	label: "make\nall",
	durationMs: 1250,
	resultText: "built",
};
const shown = (jobs: readonly object[], text = "", expanded = false) =>
	jobView.result?.(
		viewedOutput({ content: [{ type: "text", text }], details: { op: "poll", jobs } }, "done"),
		{ ...options, expanded },
		{},
	);

test("a call says what it is for", () => {
	const titles = [{}, { poll: ["bg_1", "bg_2"] }, { cancel: ["bg_3"] }, { list: true }];
	expect(titles.map((params) => jobView.title?.(params, options))).toEqual([
		"Wait for jobs",
		"Wait for bg_1, bg_2",
		"Cancel bg_3",
		"Jobs",
	]);
});

test("a result is a row for each job, with its output on request", () => {
	expect(shown([row])).toEqual(["└─ bg_1 [bash] make all completed · 1.3s"]);
	expect(shown([row], "", true)).toEqual(["└─ bg_1 [bash] make all completed · 1.3s", "   └─ built"]);
	expect(shown([], "No running background jobs to wait for.")).toEqual(["No running background jobs to wait for."]);
});
