import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { ArtifactSpace } from "../artifact-space.ts";
import { formatNotices } from "../notices.ts";
import { OutputSink } from "./output-sink.ts";

const encode = (text: string) => new TextEncoder().encode(text);

function artifactsIn(folder: string): ArtifactSpace {
	let next = 0;
	const allocate = (toolName: string) => {
		const id = String(next++);
		return { id, path: `${folder}/${id}.${toolName}.log` };
	};
	return { allocate, save: allocate };
}

function shownOf(text: string): string {
	const sink = new OutputSink();
	for (let at = 0; at < text.length; at += 777) sink.push(encode(text.slice(at, at + 777)));
	sink.end();
	return sink.dump().text;
}

function linesOf(count: number): string {
	return Array.from({ length: count }, (_, index) => `line ${index + 1} of many lines that are here\n`).join("");
}

verifies("tools-exec:shared:spill-to-artifact", async () => {
	await using project = await workspace();
	const sink = new OutputSink({ artifacts: artifactsIn(project.path), toolName: "bash" });
	const text = linesOf(20_001);
	for (let at = 0; at < text.length; at += 1000) sink.push(encode(text.slice(at, at + 1000)));
	sink.end();
	const { text: shown, meta, truncated } = sink.dump();
	const [head = "", tail = ""] = shown.split(/\n\[… \d+ bytes elided …\]\n/);
	expect(text.startsWith(`${head}\n`)).toBe(true);
	expect(text.endsWith(`\n${tail}`)).toBe(true);
	const headLines = head.split("\n").length;
	const tailLines = tail.split("\n").length - 1;
	expect([head.length > 1900, head.length <= 2048, tail.length > 8000, tail.length <= 8192, truncated]).toEqual([
		true,
		true,
		true,
		true,
		true,
	]);
	expect(meta?.truncation).toEqual({
		direction: "middle",
		truncatedBy: "middle",
		totalLines: 20_001,
		totalBytes: text.length,
		outputLines: headLines + tailLines,
		outputBytes: head.length + 1 + tail.length,
		elidedBytes: text.length - head.length - 1 - tail.length,
		elidedLines: 20_001 - headLines - tailLines,
		headRange: { start: 1, end: headLines },
		tailRange: { start: 20_001 - tailLines + 1, end: 20_001 },
		artifactId: "0",
	});
	expect(await project.read("0.bash.log")).toBe(text);
});

test("what fits is kept whole and makes no artifact", async () => {
	await using project = await workspace();
	const sink = new OutputSink({ artifacts: artifactsIn(project.path) });
	sink.push(encode("one\ntwo"));
	sink.end();
	expect(sink.dump()).toEqual({ text: "one\ntwo", truncated: false, totalLines: 2, totalBytes: 7, elidedBytes: 0 });
	expect(await Array.fromAsync(new Bun.Glob("*").scan(project.path))).toEqual([]);
});

test("a wide line is cut however it arrives, and the artifact has all of it", async () => {
	await using project = await workspace();
	const sink = new OutputSink({ artifacts: artifactsIn(project.path), toolName: "x" });
	const wide = `${"é".repeat(5000)}\n`;
	for (const part of ["before\n", "é".repeat(300), "é".repeat(2600), "é".repeat(2100), "\nafter\n"])
		sink.push(encode(part));
	sink.end();
	const { text, meta } = sink.dump();
	expect(text).toBe(`before\n${"é".repeat(384)}…\nafter\n`);
	expect(meta).toEqual({ limits: { columnTruncated: { maxColumn: 768, whole: "artifact://0:raw" } } });
	expect(formatNotices(meta ?? {})).toEqual(["[Some lines truncated to 768 chars; whole lines: artifact://0:raw]"]);
	expect(await project.read("0.x.log")).toBe(`before\n${wide}after\n`);
});

test("a long line without an end is cut, too, and its artifact named", async () => {
	await using project = await workspace();
	const sink = new OutputSink({ artifacts: artifactsIn(project.path), toolName: "x" });
	sink.push(encode("x".repeat(20_000)));
	sink.end();
	const { text, meta } = sink.dump();
	expect([text, formatNotices(meta ?? {})]).toEqual([
		`${"x".repeat(768)}…`,
		["[Some lines truncated to 768 chars; whole lines: artifact://0:raw]"],
	]);
});

test("no line of a short output is cut", () => {
	const json = JSON.stringify(Array.from({ length: 350 }, (_, index) => `item ${index}`));
	expect(shownOf(`${json}\n`)).toBe(`${json}\n`);
	expect(json.length).toBeGreaterThan(3500);
});

test("the lines of the gap that look like errors are shown with their numbers, errors before warnings, each once", () => {
	const lines = Array.from(
		{ length: 9013 },
		(_, index) => `[${index + 1}/9013] Building CXX object src/error_${index}.cpp.o`,
	);
	lines[4717] = "src/parser.cpp:212:9: error: use of undeclared identifier 'tokn'";
	lines[5000] = "make[2]: *** [src/parser.cpp.o] Error 1";
	for (let index = 3000; index < 3100; index++)
		lines[index] = `src/x.cpp:${index}:1: warning: unused variable 'v${index}'`;
	for (let index = 6000; index < 6100; index++) lines[index] = "2026-01-02 10:00:00 ERROR: retry";
	lines[6500] = "0 errors, 0 warnings";
	const shown = shownOf(`${lines.join("\n")}\n`);
	expect(Buffer.byteLength(shown)).toBeLessThan(12 * 1024);
	const listed = shown.slice(shown.indexOf("[…"), shown.indexOf("…]")).split("\n").slice(1, -1);
	expect(listed.filter((line) => !line.includes("warning"))).toEqual([
		"4718: src/parser.cpp:212:9: error: use of undeclared identifier 'tokn'",
		"5001: make[2]: *** [src/parser.cpp.o] Error 1",
		"6001: 2026-01-02 10:00:00 ERROR: retry",
	]);
	expect(listed.length).toBeGreaterThan(10);
	expect(listed.length).toBeLessThanOrEqual(20);
});

test("of progress that is written over, the last state is shown; equal lines in a row are shown once with their number", () => {
	const progress = Array.from({ length: 300 }, (_, index) => `Downloading ${index + 1}% of it`).join("\r");
	expect(shownOf(`start\n${progress}\ndone\n`)).toBe("start\nDownloading 300% of it\ndone\n");
	expect(shownOf("10%\r\x1b[2K20%\r\x1b[2K\r\n|\b/\r-\r\\\rok\n")).toBe("20%\nok\n");
	expect(shownOf("one line\rother line\rlast\r\n")).toBe("one line\nother line\nlast\n");
	expect(shownOf(`a\n${"same\n".repeat(5000)}b\nb\nb\n`)).toBe("a\nsame [× 5000]\nb\nb\nb\n");
});

test("line numbers count folded lines", () => {
	const text = `${"same\n".repeat(100)}${linesOf(1000)}`;
	const sink = new OutputSink();
	sink.push(encode(text));
	sink.end();
	const { text: shown, meta } = sink.dump();
	expect(shown).toStartWith("same [× 100]\nline 1 of");
	const { headRange, tailRange, totalLines } = meta?.truncation ?? {};
	const head = shown.slice(0, shown.indexOf("\n[…")).split("\n");
	const tail = shown
		.slice(shown.indexOf("…]\n") + 3)
		.trimEnd()
		.split("\n");
	expect([headRange, tailRange, totalLines]).toEqual([
		{ start: 1, end: 99 + head.length },
		{ start: 1100 - tail.length + 1, end: 1100 },
		1100,
	]);
});

test("the line under way is shown before it ends", () => {
	const sink = new OutputSink();
	sink.push(encode("one\nCompiling 1%\rCompiling 2%"));
	expect(sink.dump().text).toBe("one\nCompiling 2%");
});

test("characters, escape sequences and line ends may fall apart between chunks", () => {
	const bytes = encode("a\x1b[31mré✓d\x1b[0m\r\nnext\x1b]0;title\x07 end\rlast");
	for (let size = 1; size < 8; size++) {
		const sink = new OutputSink();
		for (let at = 0; at < bytes.length; at += size) sink.push(bytes.subarray(at, at + size));
		sink.end();
		expect(sink.dump().text).toBe("aré✓d\nnext end\nlast");
	}
});

test("one endless line is cut between characters at both ends", () => {
	const limits = { maxBytes: 100, headBytes: 20, tailBytes: 20, tailLines: 500, maxColumns: 0 };
	const sink = new OutputSink({ limits });
	sink.push(encode("✓".repeat(100)));
	sink.end();
	expect(sink.dump().text).toBe(`${"✓".repeat(6)}\n[… 264 bytes elided …]\n${"✓".repeat(6)}`);
});

test("without room for a head only the tail is shown", () => {
	const limits = { maxBytes: 20, headBytes: 0, tailBytes: 12, tailLines: 2, maxColumns: 0 };
	const sink = new OutputSink({ limits });
	sink.push(encode("1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n"));
	sink.end();
	const { text, meta } = sink.dump();
	expect(text).toBe("10\n11\n");
	expect(meta?.truncation?.shownRange).toEqual({ start: 10, end: 11 });
});

verifies("tools-exec:shared:artifact-failure-harmless", () => {
	for (const allocate of [
		() => ({ id: "0", path: "/nowhere/at/all" }),
		() => {
			throw new Error("no disk");
		},
	]) {
		const sink = new OutputSink({ artifacts: { allocate, save: allocate } });
		sink.push(encode(linesOf(5000)));
		sink.end();
		const { truncated, meta } = sink.dump();
		expect([truncated, meta?.truncation?.artifactId]).toEqual([true, undefined]);
	}
});

test("of endless output an artifact keeps the beginning and the end, and both it and the result say so", async () => {
	await using project = await workspace();
	const path = `${project.path}/0.bash.log`;
	const allocate = () => ({ id: "0", path, maxBytes: 400_000 });
	const sink = new OutputSink({ artifacts: { allocate, save: allocate }, toolName: "bash" });
	const text = linesOf(100_000);
	for (let at = 0; at < text.length; at += 7919) sink.push(encode(text.slice(at, at + 7919)));
	sink.end();
	const kept = await project.read("0.bash.log");
	const [head = "", tail = ""] = kept.split(/\n\[… [\d.]+ ?[KM]B dropped here …\]\n/);
	expect([head.length, tail.length]).toEqual([300_000, 100_000]);
	expect([text.startsWith(head), text.endsWith(tail)]).toEqual([true, true]);
	const { truncation } = sink.dump().meta ?? {};
	expect(truncation).toMatchObject({ artifactId: "0", artifactDroppedBytes: text.length - 400_000 });
	expect(formatNotices(sink.dump().meta ?? {}).join()).toMatch(
		/Beginning and end: artifact:\/\/0 \([\d.]+ ?MB in the middle were dropped\)/,
	);
});

test("a session whose artifacts take too much space keeps no more of them, and the result says so", async () => {
	await using project = await workspace();
	const allocate = () => ({ id: "0", path: `${project.path}/0.bash.log`, maxBytes: 0 });
	const sink = new OutputSink({ artifacts: { allocate, save: allocate }, toolName: "bash" });
	sink.push(encode(linesOf(20_000)));
	sink.end();
	expect(await Array.fromAsync(new Bun.Glob("*").scan(project.path))).toEqual([]);
	expect(formatNotices(sink.dump().meta ?? {}).join()).toContain(
		"not kept: this session's artifacts take too much space",
	);
});
