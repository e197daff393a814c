import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
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

test("the folders move by their variables, and a profile leaves the agent folder's variable alone", () => {
	expect(agentDir({ PI_CODING_AGENT_DIR: "/elsewhere" })).toBe("/elsewhere");
	expect(agentDir({ PI_CODING_AGENT_DIR: "/elsewhere" }, "p")).toBe(profile("p"));
	expect(resolveDirectories(hostWith({ PI_CONFIG_DIR: ".other" }))).toMatchObject({
		config: "/home/ada/.other",
		agent: "/home/ada/.other/agent",
	});
	expect(() => agentDir({}, "../x")).toThrow('Invalid profile name "../x"');
});
