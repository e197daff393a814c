import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { isolatedEnv, outsideEnv } from "./isolated-env.ts";

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
			https_proxy: "http://proxy.example:3128",
			UNSET: undefined,
		},
		"/root-of-test",
	);
	expect(outsideEnv(env)).toEqual({
		PATH: "/bin",
		HOME: "/root-of-test/home",
		USERPROFILE: "/root-of-test/home",
		XDG_CONFIG_HOME: "/root-of-test/home/.config",
		XDG_DATA_HOME: "/root-of-test/home/.local/share",
		XDG_STATE_HOME: "/root-of-test/home/.local/state",
		XDG_CACHE_HOME: "/root-of-test/home/.cache",
		XDG_RUNTIME_DIR: "/root-of-test/run",
		TMPDIR: "/root-of-test/tmp",
		GIT_CONFIG_NOSYSTEM: "1",
		GIT_TERMINAL_PROMPT: "0",
		LANG: "C.UTF-8",
		OMP_SKIP_SETUP: "1",
		OMP_TEST_FULL: "1",
		OMP_TEST_REQUIRE_ALL: "1",
		https_proxy: "http://proxy.example:3128",
	});
});

test("isolated environment: this test runs in it", () => {
	expect(homedir()).toBe(process.env.HOME as string);
	expect(homedir()).toContain("omp-test-");
	expect(tmpdir()).toContain("omp-test-");
	expect(existsSync(homedir())).toBe(true);
});

test("isolated environment: child processes inherit it", async () => {
	const child = Bun.spawnSync(["sh", "-c", 'echo "$HOME|$XDG_CONFIG_HOME|$HTTPS_PROXY"']);
	const { HOME, XDG_CONFIG_HOME } = process.env;
	expect(String(child.stdout)).toBe(`${HOME}|${XDG_CONFIG_HOME}|http://127.0.0.1:9\n`);
});

test("isolated environment: a child process cannot reach other machines", async () => {
	const script = `fetch("https://192.0.2.1/").then(() => console.log("reached"), (error) => console.log(error.code))`;
	const child = Bun.spawnSync([process.execPath, "-e", script]);
	expect(String(child.stdout)).toBe("ECONNREFUSED\n");
});
