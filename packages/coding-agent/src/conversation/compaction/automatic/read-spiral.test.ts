import { expect, test } from "bun:test";
import { assistant, result } from "../../testing/history.ts";
import { ReadSpiral } from "./read-spiral.ts";

const read = (...paths: string[]) =>
	paths.flatMap((path) => [assistant("", [{ name: "read", arguments: { path } }]), result("…")]);
const edit = (path: string) => [assistant("", [{ name: "write", arguments: { path } }]), result("ok", "write")];

test("reading the same files after each compaction is noticed, then called a spiral", () => {
	const spiral = new ReadSpiral();
	expect(spiral.observe(read("a", "b", "c")).kind).toBe("fine");
	expect(spiral.observe(read("a:1-9", "b", "d"))).toEqual({ kind: "circling", files: ["a", "b"] });
	expect(spiral.observe(read("a", "b"))).toEqual({ kind: "spiral", files: ["a", "b"] });
});

test("changing files, reading others, or a word of the user is no spiral", () => {
	const spiral = new ReadSpiral();
	spiral.observe(read("a", "b"));
	expect(spiral.observe([...read("a", "b"), ...edit("a")]).kind).toBe("fine");
	expect(spiral.observe(read("c", "d", "e", "a")).kind).toBe("fine");
	expect(spiral.observe(read("c", "d")).kind).toBe("circling");
	spiral.reset();
	expect(spiral.observe(read("c", "d")).kind).toBe("fine");
});

test("what a compaction kept was not read again", () => {
	const spiral = new ReadSpiral();
	const first = read("a", "b");
	spiral.observe(first);
	spiral.noteKept(first);
	expect(spiral.observe([...first, ...read("c")]).kind).toBe("fine");
});
