import { afterEach, expect, test } from "bun:test";
import { readdir, readFile, stat, utimes } from "node:fs/promises";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { setDebugSink } from "@oh-my-pi/pi-utils/debug-log";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { startDebugLog } from "./debug-log.ts";
import { recentLogs, redacted, writeLog } from "./log-file.ts";

afterEach(() => setDebugSink(undefined));

const hostIn = (home: string, env: Record<string, string> = {}) => ({
	cwd: home,
	home,
	env,
	now: () => Date.UTC(2026, 10, 15),
	newId: () => "id",
});

test("debug log: an ignored failure is written with its reason, readable by the user only", async () => {
	await using home = await workspace();
	const shown: string[] = [];
	const log = startDebugLog(hostIn(home.path), (line) => shown.push(line));
	expect(await log.written()).toBeUndefined();
	await ignoreFailure(Promise.reject(new Error("disk full")), "a lost cache entry is only slower");
	const path = (await log.written()) ?? "";
	const text = await readFile(path, "utf8");
	expect(text).toStartWith("2026-11-15T00:00:00.000Z debug: a lost cache entry is only slower: Error: disk full\n");
	expect(`${shown.join("\n")}\n`).toBe(text);
	expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test("debug log: secrets are redacted, by the variables that hold them and by their shape", () => {
	const env = { MY_API_KEY: "plain-looking-value", PATH: "/usr/bin" };
	const text = [
		"401 for plain-looking-value in /usr/bin",
		"Authorization: Bearer abc.def-ghijk",
		"https://host/v1?api_key=s3cr3t-value&x=1",
		`sk-proj-${"0123456789".repeat(3)}`,
		`ghp_${"abcdeABCDE".repeat(3)}`,
	].join("\n");
	expect(redacted(text, env)).toBe(
		[
			"401 for [redacted] in /usr/bin",
			"Authorization: Bearer [redacted]",
			"https://host/v1?api_key=[redacted]&x=1",
			"[redacted]",
			"[redacted]",
		].join("\n"),
	);
});

test("debug log: old logs are removed, and a log stops growing at a megabyte", async () => {
	await using home = await workspace();
	const host = hostIn(home.path);
	for (let day = 10; day < 35; day++) await home.write(`.omp/logs/omp.2026-09-${day}.1.log`, "old");
	const path = await writeLog("debug", "x".repeat(1024 * 1024 + 1), host, "too much");
	const folder = home.file(".omp/logs");
	expect((await readdir(folder)).length).toBe(20);
	const { size } = await stat(path);
	await writeLog("debug", "more", host, "not written");
	expect((await stat(path)).size).toBe(size);
	await utimes(path, new Date(), new Date());
	expect((await recentLogs(folder))[0]).toBe(path);
});
