import { expect, test } from "bun:test";
import { runCheck } from "./run-check.ts";

const quiet = { name: "quiet", remedy: "nothing", run: async () => "" };
const complains = { name: "complains", remedy: "mend it", run: async () => "a.ts:1 is wrong\nb.ts:2 too" };
const breaks = {
	name: "breaks",
	remedy: "install it",
	run: async () => {
		throw new Error("no such tool");
	},
};

async function outcome(...parts: Parameters<typeof runCheck>[1]) {
	const lines: string[] = [];
	const passed = await runCheck("/", parts, (line) => lines.push(line.replace(/\(\d+\.\d s\)/, "(time)")));
	return { passed, lines };
}

test("check: passes when no part reports a problem", async () => {
	expect(await outcome(quiet, quiet)).toEqual({ passed: true, lines: ["✓ quiet (time)", "✓ quiet (time)"] });
});

test("check: shows each problem with its remedy and continues", async () => {
	expect(await outcome(complains, quiet)).toEqual({
		passed: false,
		lines: ["✗ complains (time)\n\n  a.ts:1 is wrong\n  b.ts:2 too\n\n  → mend it\n", "✓ quiet (time)"],
	});
});

test("check: a part that cannot run fails", async () => {
	expect(await outcome(breaks)).toEqual({
		passed: false,
		lines: ["✗ breaks (time)\n\n  could not run: Error: no such tool\n\n  → install it\n"],
	});
});
