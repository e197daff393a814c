import { expect, test } from "bun:test";
import { mkdirSync, symlinkSync } from "node:fs";
import { basename } from "node:path";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import {
	artifactsDirectoryOf,
	defaultSessionDirectory,
	encodeCwd,
	isSessionFileName,
	sessionFileName,
	sessionStem,
} from "./file-name.ts";

verifies("sessions:disk:cwd-encoding", async () => {
	const names = {
		"/home/me": "-",
		"/home/me/src/app": "-src-app",
		"/home/me/a:b": "-a-b",
		"/home/me/..odd": "-..odd",
		"/home/melissa/x": "--home-melissa-x--",
		"/tmp/demo/proj": "-tmp-demo-proj",
		"/tmp": "-tmp",
		"/work/pi": "--work-pi--",
		"/": "----",
	};
	const encoded = Object.keys(names).map((cwd) => [cwd, encodeCwd(cwd, { home: "/home/me", tempRoot: "/tmp" })]);
	expect(Object.fromEntries(encoded)).toEqual(names);

	await using project = await workspace();
	mkdirSync(project.file("home/real"), { recursive: true });
	symlinkSync(project.file("home/real"), project.file("link"));
	const host = { home: project.file("home"), env: {} };
	expect(defaultSessionDirectory(host, "/agent", project.file("link"))).toBe("/agent/sessions/-real");
});

test("encodeCwd: a home below the temp folder counts as home", () => {
	expect(encodeCwd("/tmp/home/x", { home: "/tmp/home", tempRoot: "/tmp" })).toBe("-x");
});

test("defaultSessionDirectory: the name for a very deep folder fits the file system's limit", () => {
	const host = { home: "/home/me", env: {} };
	const [one, other] = ["a", "b"].map((end) =>
		basename(defaultSessionDirectory(host, "/agent", `/work/${"ü/".repeat(200)}${end}`)),
	);
	expect(Buffer.byteLength(one ?? "")).toBeLessThan(255);
	expect(one).not.toBe(other);
});

test("sessionFileName: the time has no colons or dots, followed by an underscore and the id", () => {
	const name = sessionFileName("2026-11-15T02:36:32.437Z", "01a1dd10-4135-7425-978c-8e0eb2ceefee");
	expect(name).toBe("2026-11-15T02-36-32-437Z_01a1dd10-4135-7425-978c-8e0eb2ceefee.jsonl");
	expect(sessionStem(`/x/${name}`)).toBe("2026-11-15T02-36-32-437Z_01a1dd10-4135-7425-978c-8e0eb2ceefee");
	expect(artifactsDirectoryOf("/x/a.jsonl")).toBe("/x/a");
	expect(["a.jsonl", "a.jsonl.bak", ".a.jsonl", "a.jsonl.lock"].map(isSessionFileName)).toEqual([
		true,
		false,
		false,
		false,
	]);
});
