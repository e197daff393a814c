import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { FolderArtifacts, MemoryArtifacts } from "./artifacts.ts";

verifies("sessions:artifact:numbering", async () => {
	await using project = await workspace({
		"s/3.bash.log": "three",
		"s/10.read.log": "ten",
		"s/99.md": "",
		"s/Alpha.jsonl": "",
	});
	const artifacts = new FolderArtifacts(() => project.file("s"));
	expect(artifacts.allocate("bash")).toEqual({
		id: "11",
		path: project.file("s/11.bash.log"),
		maxBytes: 512 * 1024 * 1024 - 8,
	});
	expect(artifacts.save("a/b c", "twelve")).toMatchObject({ id: "12", path: project.file("s/12.a_b_c.log") });
	expect(artifacts.ids()).toEqual(["3", "10", "12"]);
	expect([artifacts.findText("12"), artifacts.findPath("3"), artifacts.findPath("1")]).toEqual([
		"twelve",
		project.file("s/3.bash.log"),
		undefined,
	]);
});

test("artifacts: the folder is created on first use", async () => {
	await using project = await workspace();
	const artifacts = new FolderArtifacts(() => project.file("s"));
	expect([artifacts.ids(), artifacts.findText("0")]).toEqual([[], undefined]);
	expect(artifacts.save("x".repeat(100), "text").path).toBe(project.file(`s/0.${"x".repeat(64)}.log`));
	expect(await project.read(`s/0.${"x".repeat(64)}.log`)).toBe("text");
});

test("artifacts: those of a session have room for so much together", async () => {
	await using project = await workspace({ "s/0.bash.log": "x".repeat(600) });
	const artifacts = new FolderArtifacts(() => project.file("s"), 1000);
	expect(artifacts.allocate("bash").maxBytes).toBe(400);
	expect(() => artifacts.save("bash", "x".repeat(401))).toThrow("take too much space");
	artifacts.save("bash", "x".repeat(400));
	expect(artifacts.allocate("bash").maxBytes).toBe(0);
});

describe("artifacts in memory", () => {
	test("have numbers and content but no files", () => {
		const artifacts = new MemoryArtifacts();
		artifacts.allocate("bash");
		expect(artifacts.save("bash", "text")).toEqual({ id: "1" });
		expect([artifacts.ids(), artifacts.findText("1"), artifacts.findPath("1")]).toEqual([["1"], "text", undefined]);
	});
});
