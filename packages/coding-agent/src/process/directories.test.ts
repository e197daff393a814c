import { expect, test } from "bun:test";
import { mkdir } from "node:fs/promises";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { resolveDirectories } from "./directories.ts";

const hostWith = (env: Record<string, string>) => ({
	cwd: "/work",
	home: "/home/ada",
	env,
	now: () => 0,
	newId: () => "",
});
const agentDir = (env: Record<string, string>, flag?: string) => resolveDirectories(hostWith(env), flag).agent;
const usual = "/home/ada/.omp/agent";
const profile = (name: string) => `/home/ada/.omp/profiles/${name}/agent`;

verifies("discovery:root:profile-precedence", () => {
	const both = { OMP_PROFILE: "omp", PI_PROFILE: "pi" };
	expect(agentDir({})).toBe(usual);
	expect(agentDir({ PI_PROFILE: "pi" })).toBe(profile("pi"));
	expect(agentDir(both)).toBe(profile("omp"));
	expect(agentDir(both, "flag")).toBe(profile("flag"));
	for (const empty of ["", " ", "default"]) expect(agentDir({ ...both, OMP_PROFILE: empty })).toBe(usual);
	expect(agentDir(both, "default")).toBe(usual);
});

test("environment variables move the folders, and a profile ignores the one of the agent folder", () => {
	expect(agentDir({ PI_CODING_AGENT_DIR: "/elsewhere" })).toBe("/elsewhere");
	expect(agentDir({ PI_CODING_AGENT_DIR: "/elsewhere" }, "p")).toBe(profile("p"));
	expect(resolveDirectories(hostWith({ PI_CONFIG_DIR: ".other" }))).toMatchObject({
		config: "/home/ada/.other",
		agent: "/home/ada/.other/agent",
		plugins: "/home/ada/.other/plugins",
	});
	expect(() => agentDir({}, "../x")).toThrow('Invalid profile name "../x"');
});

test("plugins are the same for all profiles, and move to an XDG folder that exists", async () => {
	await using dir = await workspace({ "data/omp/x": "" });
	const at = (env: Record<string, string>, flag?: string) =>
		resolveDirectories({ ...hostWith(env), home: dir.path }, flag).plugins;
	expect(at({}, "work")).toBe(dir.file(".omp/plugins"));
	expect(at({ XDG_DATA_HOME: dir.file("nowhere") })).toBe(dir.file(".omp/plugins"));
	expect(at({ XDG_DATA_HOME: dir.file("data") })).toBe(dir.file("data/omp/plugins"));
	await mkdir(dir.file(".omp/plugins"), { recursive: true });
	expect(at({ XDG_DATA_HOME: dir.file("data") })).toBe(dir.file(".omp/plugins"));
});

verifies("cli:env:locations", async () => {
	await using dir = await workspace();
	const at = (env: Record<string, string>) => {
		const host = { ...hostWith(env), home: dir.path };
		const { config, agent, logs, cache } = resolveDirectories(host);
		return [config, agent, logs, cache].map((path) => path.replace(`${dir.path}/`, ""));
	};
	const own = [".omp", ".omp/agent", ".omp/logs", ".omp/cache"];
	const xdg = { XDG_DATA_HOME: dir.file("d"), XDG_STATE_HOME: dir.file("s"), XDG_CACHE_HOME: dir.file("c") };
	expect(at({})).toEqual(own);
	expect(at(xdg)).toEqual(own);
	expect(at({ PI_CONFIG_DIR: ".other" })).toEqual([".other", ".other/agent", ".other/logs", ".other/cache"]);
	expect(at({ PI_CODING_AGENT_DIR: "/elsewhere" })[1]).toBe("/elsewhere");
	for (const place of ["d", "s", "c", "d/omp/profiles/team"])
		await mkdir(dir.file(`${place}/omp`), { recursive: true });
	expect(at(xdg)).toEqual([".omp", "d/omp/agent", "s/omp/logs", "c/omp"]);
	expect(at({ ...xdg, OMP_PROFILE: "team" })[1]).toBe("d/omp/profiles/team/agent");
	expect(at({ ...xdg, OMP_PROFILE: "home" })[1]).toBe(".omp/profiles/home/agent");
	expect(at({ ...xdg, PI_CODING_AGENT_DIR: "/elsewhere" })[1]).toBe("/elsewhere");
	expect(at({})).toEqual(own);
	// An existing folder stays in use.
	await mkdir(dir.file(".omp/agent"), { recursive: true });
	expect(at(xdg)[1]).toBe(".omp/agent");
});
