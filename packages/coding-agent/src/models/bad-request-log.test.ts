import { expect } from "bun:test";
import { readFile, stat } from "node:fs/promises";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { failure } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

verifies("ai-streaming:http:bad-request-log", async () => {
	await using omp = await ompProject({ replies: [failure(400, "tools.0: bad schema")] });
	const { stderr, exitCode } = await omp.run(["-p", "hello there, use sk-ant-api03-abcdefghijklmnopqrstuvwx"]);
	expect(exitCode).toBe(1);
	const path = /raw-http-request=(.+)/.exec(stderr)?.[1] ?? "";
	expect(path).toStartWith(`${omp.home.path}/.omp/logs/http-400-requests/`);
	const text = await readFile(path, "utf8");
	expect((await stat(path)).mode & 0o777).toBe(0o600);
	expect(text).toContain("hello there");
	expect(text).not.toContain("acme-secret-key");
	expect(text).not.toContain("abcdefghijklmnop");
	expect(JSON.parse(text).headers["x-api-key"]).toBe("[redacted]");
});
