import { expect, test } from "bun:test";
import { measureScreen } from "./measure-screen.ts";

const quickly = { cwd: "/", env: { PATH: process.env.PATH ?? "" }, quietMs: 150, pauseMs: 5 };

test("measure screen: sees paint, quiet, bytes, echo and memory of a program", async () => {
	const script = `
		process.stdin.setRawMode(true);
		process.stdout.write("\\x1b[?25l");
		setTimeout(() => process.stdout.write("hello"), 60);
		setTimeout(() => process.stdout.write("!".repeat(1000)), 120);
		process.stdin.on("data", (key) => process.stdout.write(key));
	`;
	const figures = await measureScreen([process.execPath, "-e", script], { ...quickly, words: "o!" });
	expect(figures.wordsMs).toBeGreaterThanOrEqual(120);
	expect(figures.firstPaintMs).toBeGreaterThanOrEqual(60);
	expect(figures.settledMs).toBeGreaterThan(figures.firstPaintMs);
	expect(figures.bytes).toBe("\x1b[?25l".length + "hello".length + 1000);
	expect(figures.echoMs).toBeGreaterThan(0);
	expect(figures.megabytes).toBeGreaterThan(5);
});

test("measure screen: a program that waits for an answer from the terminal gets it", async () => {
	const script = `
		process.stdin.setRawMode(true);
		process.stdin.once("data", (answer) => {
			process.stdout.write("answered " + String(answer).length);
			process.stdin.on("data", (key) => process.stdout.write(key));
		});
		process.stdout.write("\\x1b[6n");
	`;
	const figures = await measureScreen([process.execPath, "-e", script], quickly);
	expect(figures.bytes).toBe("\x1b[6n".length + "answered 6".length);
});

test("measure screen: a program that ends is no measurement", async () => {
	await expect(measureScreen(["sh", "-c", "echo no terminal for me"], quickly)).rejects.toThrow(
		"ended by itself, having shown:\nno terminal for me",
	);
});
