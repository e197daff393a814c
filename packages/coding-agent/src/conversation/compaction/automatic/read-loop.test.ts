import { expect, test } from "bun:test";
import { assistant, result } from "../../testing/history.ts";
import { ReadLoop } from "./read-loop.ts";

const read = (...paths: string[]) =>
	paths.flatMap((path) => [assistant("", [{ name: "read", arguments: { path } }]), result("…")]);
const edit = (path: string) => [assistant("", [{ name: "write", arguments: { path } }]), result("ok", "write")];

test("reading the same files after each compaction is a repeat first, then a loop", () => {
	const loop = new ReadLoop();
	expect(loop.observe(read("a", "b", "c")).kind).toBe("fine");
	expect(loop.observe(read("a:1-9", "b", "d"))).toEqual({ kind: "repeat", files: ["a", "b"] });
	expect(loop.observe(read("a", "b"))).toEqual({ kind: "loop", files: ["a", "b"] });
});

test("editing files, reading others, or a user message is no loop", () => {
	const loop = new ReadLoop();
	loop.observe(read("a", "b"));
	expect(loop.observe([...read("a", "b"), ...edit("a")]).kind).toBe("fine");
	expect(loop.observe(read("c", "d", "e", "a")).kind).toBe("fine");
	expect(loop.observe(read("c", "d")).kind).toBe("repeat");
	loop.reset();
	expect(loop.observe(read("c", "d")).kind).toBe("fine");
});

test("reads that a compaction kept do not count again", () => {
	const loop = new ReadLoop();
	const first = read("a", "b");
	loop.observe(first);
	loop.noteKept(first);
	expect(loop.observe([...first, ...read("c")]).kind).toBe("fine");
});
