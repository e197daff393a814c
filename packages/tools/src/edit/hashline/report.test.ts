import { expect, test } from "bun:test";
import { stat } from "node:fs/promises";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { editing } from "../testing/editing.ts";
import { numbered } from "../testing/numbered.ts";

verifies("tools-files:hashline:output", async () => {
	await using project = await editing({ a: numbered(20) });
	const output = await project.hashline(
		`${await project.see("a")}\nPUT 3:\nthree\nCUT 10\nPUT 11:\n+eleven\nPUT >$:\n+end`,
	);
	expect(output.content).toBe(
		[
			await project.see("a"),
			"1:line 1",
			"2:line 2",
			"3:three",
			"4:line 4",
			"5:line 5",
			"…",
			"8:line 8",
			"9:line 9",
			"10:eleven",
			"11:line 12",
			"12:line 13",
			"…",
			"18:line 19",
			"19:line 20",
			"20:end",
			"",
			"Warnings:",
			"Auto-prefixed bare body row(s) with `+`. Body rows must be `+TEXT` literal lines.",
		].join("\n"),
	);
});

test("of a long stretch of new lines the ends are shown", async () => {
	await using project = await editing({ a: numbered(4) });
	const rows = Array.from({ length: 9 }, (_, index) => `+new ${index}`);
	const output = await project.hashline(`${await project.see("a")}\nPUT >2:\n${rows.join("\n")}`);
	expect(String(output.content).split("\n").slice(1)).toEqual([
		"1:line 1",
		"2:line 2",
		"3:new 0",
		"4:new 1",
		"… 5 lines as written",
		"10:new 7",
		"11:new 8",
		"12:line 3",
		"13:line 4",
	]);
});

verifies("tools-files:hashline:details-diff", async () => {
	await using project = await editing({ a: numbered(12), b: "x\n" });
	const one = await project.hashline(`${await project.see("a")}\nPUT 2.=4:\n+line 2\n+three\n+line 4\nCUT 12`);
	expect(one.details).toEqual({
		diff: [
			" 1|line 1",
			" 2|line 2",
			"-3|line 3",
			"+3|three",
			" 4|line 4",
			" 5|line 5",
			" 6|line 6",
			"…",
			" 9|line 9",
			" 10|line 10",
			" 11|line 11",
			"-12|line 12",
		].join("\n"),
		firstChangedLine: 3,
		op: "update",
		path: project.file("a"),
		oldText: numbered(12),
		newText: numbered(11).replace("line 3", "three"),
	});
	const two = await project.hashline(`${await project.see("a")}\nCUT 1.=10\n${await project.see("b")}\nPUT 1:\n+y`);
	expect(two.details?.perFileResults?.map(({ path, diff }) => [path, diff.split("\n").at(-1)])).toEqual([
		[project.file("a"), " 11|line 11"],
		[project.file("b"), "+1|y"],
	]);
});

verifies("tools-files:hashline:no-change", async () => {
	await using project = await editing({ a: "1\n2\n" });
	const input = `${await project.see("a")}\nPUT 1:\n+1`;
	const before = await stat(project.file("a"));
	for (let count = 0; count < 2; count++) {
		expect((await project.hashline(input)).content).toContain("parsed and applied cleanly, but produced no change");
	}
	await expect(project.hashline(input)).rejects.toThrow(/^STOP\. This exact edit of a was sent 3 times in a row/);
	expect((await stat(project.file("a"))).mtimeMs).toBe(before.mtimeMs);
	await project.hashline(`${await project.see("a")}\nPUT 2:\n+two`);
	await expect(project.hashline(`${await project.see("a")}\nPUT 1:\n+1`)).resolves.toMatchObject({
		details: { diff: "" },
	});
});

verifies("tools-files:hashline:syntax-warning", async () => {
	await using project = await editing({ "a.ts": "if (a) {\n\tb();\n}\n", "bad.ts": "if (\n" });
	const output = await project.hashline(`${await project.see("a.ts")}\nCUT 3`);
	expect(output.content).toContain("Warnings:\nThis edit introduced a syntax error near line 2.");
	expect(output.details?.warnings).toEqual([expect.stringContaining("syntax error near line 2")]);
	expect(await project.read("a.ts")).toBe("if (a) {\n\tb();\n");
	const worse = await project.hashline(`${await project.see("bad.ts")}\nPUT >$:\n+((`);
	expect(worse.content).not.toContain("Warnings");
});
