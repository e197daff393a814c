import { expect, test } from "bun:test";
import { findKeyPlaces } from "./key-places.ts";
import { readApproval } from "./read-approval.ts";

const home = "/home/ann";
const facts = {
	home,
	env: { KUBECONFIG: "/work/a.yml:/work/b.yml", CARGO_HOME: "/opt/cargo", GNUPGHOME: home },
	agentDir: "/data/omp/agent",
	configDir: `${home}/.omp`,
	logsDir: `${home}/.local/state/omp/logs`,
};

test("key places: what a variable names, and omp's own folders wherever they are", () => {
	const places = findKeyPlaces(facts);
	const paths = [
		"/work/b.yml",
		"/opt/cargo/credentials.toml",
		"/data/omp/agent/sessions/x.jsonl",
		"/data/omp/agent/skills/a/SKILL.md",
		`${home}/.local/state/omp/logs/omp.log`,
		`${home}/.awsome`,
		home,
	];
	expect(paths.map((path) => places.cover(path))).toEqual([true, true, true, false, true, false, false]);
	const base = { cwd: "/p", home, keyPlaces: places };
	const asked = paths.filter((path) => readApproval([{ requestedPath: path, path }], base) !== "read");
	expect(asked).toEqual(paths.filter((path) => places.cover(path)));
});

test("read: too many colons to look at are nothing anybody knows", () => {
	const path = `x${":a".repeat(100)}`;
	expect(readApproval([{ requestedPath: path, path }], { cwd: "/p", home })).toBe("exec");
});
