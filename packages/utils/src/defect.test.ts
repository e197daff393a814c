import { afterEach, expect, test } from "bun:test";
import { setDebugSink } from "./debug-log.ts";
import { clearDefects, definedMembers, reportDefect, reportedDefects } from "./defect.ts";

afterEach(() => {
	setDebugSink(undefined);
	clearDefects();
});

test("defect: a list with an undefined member throws from source", () => {
	expect(definedMembers("panels", ["queue", "todos"])).toEqual(["queue", "todos"]);
	expect(() => definedMembers("panels", ["queue", undefined])).toThrow("panels: member 2 is undefined");
});

test("defect: the shipped program logs it once, reports it and leaves the member out", () => {
	const logged: string[] = [];
	setDebugSink((reason, error) => logged.push(`${reason}: ${(error as Error).message}`));
	expect(definedMembers("panels", [undefined, "todos"], true)).toEqual(["todos"]);
	reportDefect("panels: member 1 is undefined", true);
	expect(logged).toEqual(["defect in omp: panels: member 1 is undefined"]);
	expect(reportedDefects()).toEqual(["panels: member 1 is undefined"]);
});
