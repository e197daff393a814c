import { expect, test } from "bun:test";
import { isRunning, startTimeOf } from "@oh-my-pi/pi-natives/process/process-list";
import { startJavaScript } from "../javascript/javascript-process.ts";
import { Kernel } from "./kernel.ts";

test("a kernel that ended long ago leaves alone whoever has its number now", async () => {
	await using other = Bun.spawn(["sleep", "1000"], { detached: true });
	const ended = { exited: Promise.resolve(), exitCode: 0, send() {}, onFrame() {}, raw: [] };
	await new Kernel({ ...ended, pid: other.pid, startedAt: "earlier" }).kill();
	expect(isRunning(other.pid, startTimeOf(other.pid) ?? "")).toBe(true);
});

test("a kernel's process can be told from a later one with its number", async () => {
	const child = startJavaScript({ cwd: "/", env: { PATH: process.env.PATH }, hostEnv: {} });
	expect(child.startedAt).toBe(startTimeOf(child.pid));
	await new Kernel(child).kill();
});
