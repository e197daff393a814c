import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { contentOf } from "../../read/testing/read-in.ts";
import { cpuProfileSummary } from "./cpu-profile.ts";
import { sampleSummary } from "./sample-report.ts";

const frame = (functionName: string, url = "", lineNumber = -1) => ({ functionName, url, lineNumber });
const profile = {
	nodes: [
		{ id: 1, callFrame: frame("(root)"), children: [2, 5] },
		{ id: 2, callFrame: frame("main", "file:///app/main.js", 9), children: [3] },
		{ id: 3, callFrame: frame("walk", "file:///app/walk.js", 0), children: [4] },
		{ id: 4, callFrame: frame("walk", "file:///app/walk.js", 0) },
		{ id: 5, callFrame: frame("", "file:///app/other.js", 4) },
	],
	samples: [2, 3, 4, 4, 5],
	timeDeltas: [1000, 2000, 3000, 3000, 1000],
};

verifies("tools-files:read:profiles", async () => {
	expect(cpuProfileSummary(JSON.stringify(profile))).toBe(
		[
			"CPU profile: 10.0 ms, 5 samples",
			"",
			"self | time | with callees | function",
			"80.0% | 8.0 ms | 80.0% | walk (/app/walk.js:1)",
			"10.0% | 1.0 ms | 90.0% | main (/app/main.js:10)",
			"10.0% | 1.0 ms | 10.0% | (anonymous) (/app/other.js:5)",
		].join("\n"),
	);
	await using project = await workspace({ "x.cpuprofile": JSON.stringify(profile), "y.cpuprofile": "not one" });
	expect(await contentOf(project.path, "x.cpuprofile")).toContain("80.0% | 8.0 ms | 80.0% | walk (/app/walk.js:1)");
	expect(await contentOf(project.path, "x.cpuprofile:raw")).toContain('"timeDeltas"');
	expect(await contentOf(project.path, "y.cpuprofile")).toContain("not one");
	const report = [
		"Analysis of sampling node (pid 7) every 1 millisecond",
		"Call graph:",
		"    12 main",
		"",
		"Sort by top of stack, same collapsed (when >= 5):",
		"        read  (in libsystem_kernel.dylib)        9",
		"        node::Loop::Run()  (in node)        3",
		"",
		"Binary Images:",
	].join("\n");
	expect(sampleSummary(report)).toBe(
		[
			"Sampled node (pid 7) every 1 millisecond: 12 samples",
			"",
			"self | time | with callees | function",
			"75.0% | 9 samples | 75.0% | read (libsystem_kernel.dylib)",
			"25.0% | 3 samples | 25.0% | node::Loop::Run() (node)",
		].join("\n"),
	);
});

test("a profile without times counts samples, and what is none is left alone", () => {
	const { timeDeltas: _, ...counted } = profile;
	expect(cpuProfileSummary(JSON.stringify(counted))).toContain("60.0% | 3 samples | 60.0% | walk");
	const circle = { nodes: [{ ...profile.nodes[1], id: 1, hitCount: 2, children: [1] }] };
	expect(cpuProfileSummary(JSON.stringify(circle))).toContain("100.0% | 2 samples | 100.0% | main");
	for (const text of ["", "{", "null", "[]", '{"nodes":[1]}']) expect(cpuProfileSummary(text)).toBeUndefined();
	expect(sampleSummary("some text")).toBeUndefined();
});
