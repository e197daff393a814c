import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { SessionGuard } from "./session-guard.ts";

async function session() {
	const folder = await workspace({ "project/.git/HEAD": "", "project/.git/config": "[core]\n", "project/.env": "A=1" });
	const project = join(folder.path, "project");
	const at = (name: string) => join(project, name);
	const facts = { nowMs: Date.now(), activity: "" as string | undefined, found: [] as string[] };
	const guard = new SessionGuard({
		isHeld: () => false,
		takenTo: join(folder.path, "taken"),
		now: () => facts.nowMs,
		activity: () => facts.activity,
		hasPrograms: () => false,
		onFound: (lines) => facts.found.push(...lines),
	});
	return {
		at,
		facts,
		guard,
		folders: [project],
		write(name: string, text: string) {
			mkdirSync(dirname(at(name)), { recursive: true });
			writeFileSync(at(name), text);
		},
		async [Symbol.asyncDispose]() {
			guard[Symbol.dispose]();
			await folder[Symbol.asyncDispose]();
		},
	};
}

test("session guard: what changes while something in the box runs is put back, also behind the call", async () => {
	await using here = await session();
	here.guard.begin(here.folders);
	expect(here.guard.end()).toEqual([]);
	here.facts.activity = "a program has run";
	here.write(".husky/pre-commit", "evil");
	here.guard.begin(here.folders);
	expect(existsSync(here.at(".husky"))).toBe(false);
	expect(here.guard.end()).toEqual([expect.stringContaining(`took away ${here.at(".husky")}`)]);
});

test("session guard: what changes while all is still is the user's own, and stays as it is from then on", async () => {
	await using here = await session();
	here.guard.begin(here.folders);
	here.guard.end();
	here.write(".env", "A=2");
	here.write(".envrc", "mine");
	here.guard.begin(here.folders);
	here.write(".env", "evil");
	here.write(".envrc", "evil");
	expect(here.guard.end()).toHaveLength(2);
	expect([".env", ".envrc"].map((name) => readFileSync(here.at(name), "utf8"))).toEqual(["A=2", "mine"]);
});

test("session guard: a call that is begun while another runs does not take what that one did for the user's", async () => {
	await using here = await session();
	here.guard.callBegins("1", here.folders);
	here.write(".envrc", "evil");
	here.guard.callBegins("2", here.folders);
	expect(here.guard.callEnds("2")).toHaveLength(1);
	expect([here.guard.callEnds("1"), here.guard.callEnds("1"), existsSync(here.at(".envrc"))]).toEqual([[], [], false]);
});

test("session guard: where nobody can see what runs, commands count", async () => {
	await using here = await session();
	here.facts.activity = undefined;
	here.guard.begin(here.folders);
	here.write(".envrc", "evil");
	here.guard.begin(here.folders);
	expect(existsSync(here.at(".envrc"))).toBe(false);
	here.guard.end();
	here.guard.end();
	here.write(".envrc", "mine");
	here.guard.begin(here.folders);
	expect([here.guard.end(), existsSync(here.at(".envrc"))]).toEqual([[], true]);
});

test("session guard: what a tool of omp has written counts when its call is over, and no longer", async () => {
	await using here = await session();
	here.guard.begin(here.folders);
	here.guard.end();
	here.guard.expect("2", [here.at(".envrc")]);
	here.write(".envrc", "by the tool");
	expect(here.guard.callEnds("2")).toEqual([]);
	here.guard.begin(here.folders);
	here.write(".envrc", "evil");
	expect(here.guard.end()).toHaveLength(1);
	expect(readFileSync(here.at(".envrc"), "utf8")).toBe("by the tool");
});

test("session guard: what a tool of omp writes counts once, and not for long", async () => {
	await using here = await session();
	here.guard.callBegins("1", here.folders);
	here.guard.expect("2", [here.at(".env"), here.at(".envrc")]);
	here.write(".env", "by the tool");
	expect(here.guard.look()).toEqual([]);
	here.write(".env", "evil");
	here.facts.nowMs += 11_000;
	here.write(".envrc", "evil");
	expect(here.guard.callEnds("1")).toHaveLength(2);
	expect([readFileSync(here.at(".env"), "utf8"), existsSync(here.at(".envrc"))]).toEqual(["by the tool", false]);
});
