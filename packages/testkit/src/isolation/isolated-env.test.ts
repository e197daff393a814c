import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { isolatedEnv, outsideEnv, productEnv } from "./isolated-env.ts";

test("isolated environment: keys, settings and the developer's folders are removed", () => {
	const env = isolatedEnv(
		{
			PATH: "/bin",
			HOME: "/home/dev",
			ANTHROPIC_API_KEY: "secret",
			AWS_SECRET_ACCESS_KEY: "secret",
			GH_TOKEN: "secret",
			PI_CODING_AGENT_DIR: "/home/dev/agent",
			OMP_PROFILE: "work",
			OMP_TEST_FULL: "1",
			OMP_TEST_REQUIRE_ALL: "1",
			TMUX: "/tmp/tmux",
			USER: "dev",
			SHELL: "/bin/fish",
			TZ: "Asia/Tokyo",
			CI: "true",
			NODE_ENV: "test",
			BUN_INSTALL: "/home/dev/.bun",
			XDG_CONFIG_HOME: "/home/dev/config",
			NODE_EXTRA_CA_CERTS: "/etc/company.pem",
			npm_config_registry: "https://npm.example/",
			https_proxy: "http://proxy.example:3128",
			UNSET: undefined,
		},
		"/root-of-test",
	);
	expect(outsideEnv(env)).toEqual({
		PATH: "/bin",
		HOME: "/root-of-test/home",
		TMPDIR: "/root-of-test/tmp",
		GIT_CONFIG_NOSYSTEM: "1",
		GIT_TERMINAL_PROMPT: "0",
		LANG: "C.UTF-8",
		OMP_SKIP_SETUP: "1",
		OMP_TEST_FULL: "1",
		OMP_TEST_REQUIRE_ALL: "1",
		https_proxy: "http://proxy.example:3128",
		NODE_EXTRA_CA_CERTS: "/etc/company.pem",
		npm_config_registry: "https://npm.example/",
	});
});

test("product environment: omp is started with PATH of the shell and nothing else of it", () => {
	expect(Object.keys(productEnv({ ACME_KEY: "k", LANG: undefined })).sort()).toEqual(
		[
			...["ACME_KEY", "GIT_CONFIG_NOSYSTEM", "GIT_TERMINAL_PROMPT", "HOME", "OMP_SKIP_SETUP", "PATH", "TERM", "TMPDIR"],
			...["ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "all_proxy", "http_proxy", "https_proxy", "no_proxy"],
		].sort(),
	);
});

test("isolated environment: this test runs in it", () => {
	expect(homedir()).toBe(process.env.HOME as string);
	expect(homedir()).toContain("omp-test-");
	expect(tmpdir()).toContain("omp-test-");
	expect(existsSync(homedir())).toBe(true);
});

test("isolated environment: child processes inherit it", async () => {
	const child = Bun.spawnSync(["sh", "-c", 'echo "$HOME|$TMPDIR|$HTTPS_PROXY"']);
	const { HOME, TMPDIR } = process.env;
	expect(String(child.stdout)).toBe(`${HOME}|${TMPDIR}|http://127.0.0.1:9\n`);
});

test("isolated environment: a child process cannot reach other machines", async () => {
	const script = `fetch("https://192.0.2.1/").then(() => console.log("reached"), (error) => console.log(error.code))`;
	const child = Bun.spawnSync([process.execPath, "-e", script]);
	expect(String(child.stdout)).toBe("ECONNREFUSED\n");
});
