import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { type BoxFacts, boxPolicyFor, entriesFor } from "./box-policy-for.ts";

const facts = (more: Partial<BoxFacts>): BoxFacts => ({
	mode: "workspace",
	workspace: "/project",
	roots: [],
	home: "/home/anna",
	env: {},
	agentDir: "/home/anna/.omp/agent",
	temporaryFolder: "/tmp/box/tmp",
	visible: ["/tmp/box/shared"],
	network: { kind: "proxy", port: 41080, socket: "/tmp/box/proxy" },
	settings: { writable: [], readable: [], visible: [], sockets: [] },
	...more,
});

test("box policy: a workspace may be written, and nothing of it that decides what runs later", () => {
	const policy = boxPolicyFor(facts({ roots: ["/shared"], settings: { ...noSettings, writable: ["~/data"] } }));
	expect(policy.writable).toEqual(["/project", "/shared", "/home/anna/data"]);
	for (const name of [
		".omp",
		".claude",
		".mcp.json",
		".env",
		".envrc",
		".github/workflows",
		".gitlab-ci.yml",
		".vscode/tasks.json",
	]) {
		expect(policy.readOnly).toContain(join("/project", name));
		expect(policy.readOnly).toContain(join("/shared", name));
	}
});

test("box policy: the caches that the user has may be written, others are omp's own", async () => {
	await using home = await workspace({ ".cache/pip/x": "" });
	const policy = boxPolicyFor(facts({ home: home.path, cacheFolder: "/cache/sandbox" }));
	expect(policy.writable).toEqual(["/project", "/cache/sandbox", join(home.path, ".cache/pip")]);
	expect(policy.env).toMatchObject({ npm_config_cache: "/cache/sandbox/npm", GOCACHE: "/cache/sandbox/go-build" });
	expect(policy.env.PIP_CACHE_DIR).toBeUndefined();
});

test("box policy: in a repository git works, and its hooks and settings stay", async () => {
	await using folder = await workspace();
	mkdirSync(join(folder.path, ".git/modules/lib"), { recursive: true });
	mkdirSync(join(folder.path, "app"));
	writeFileSync(join(folder.path, "app/.env.production"), "");
	const policy = boxPolicyFor(facts({ workspace: join(folder.path, "app") }));
	expect(policy.writable).toEqual([join(folder.path, "app"), join(folder.path, ".git")]);
	for (const name of [
		".git/hooks",
		".git/config",
		".git/modules/lib/hooks",
		".git/modules/lib/config",
		"app/.env.production",
	]) {
		expect(policy.readOnly).toContain(join(folder.path, name));
	}
});

test("box policy: a linked working tree may write to its repository, a file that only claims to be one may not", async () => {
	await using folder = await workspace();
	const own = join(folder.path, "main/.git/worktrees/tree");
	mkdirSync(own, { recursive: true });
	mkdirSync(join(folder.path, "tree"));
	writeFileSync(join(folder.path, "tree/.git"), `gitdir: ${own}\n`);
	const writable = () => boxPolicyFor(facts({ workspace: join(folder.path, "tree") })).writable;
	expect(writable()).toEqual([join(folder.path, "tree")]);
	writeFileSync(join(own, "gitdir"), `${join(folder.path, "tree/.git")}\n`);
	writeFileSync(join(own, "commondir"), "../..\n");
	expect(writable()).toEqual([join(folder.path, "tree"), own, join(folder.path, "main/.git")]);
});

test("box policy: mode read writes nothing but its own temporary folder", () => {
	const { writable, readOnly, temporaryFolder } = boxPolicyFor(facts({ mode: "read", cacheFolder: "/cache" }));
	expect({ writable, readOnly, temporaryFolder }).toEqual({
		writable: [],
		readOnly: [],
		temporaryFolder: "/tmp/box/tmp",
	});
});

test("box policy: keys of omp and of the user are hidden, unless the user names them", () => {
	const { hidden } = boxPolicyFor(facts({ settings: { ...noSettings, readable: ["~/.npmrc"] } }));
	for (const name of [
		".omp/agent/agent.db",
		".omp/agent/models.yml",
		".ssh",
		".aws",
		".config/gh",
		".mozilla",
		".bash_history",
	]) {
		expect(hidden).toContain(join("/home/anna", name));
	}
	expect(hidden).not.toContain("/home/anna/.npmrc");
});

test("box policy: sockets are reached by name only, and variables that lead to others are gone", () => {
	const env = { SSH_AUTH_SOCK: "/run/agent", XDG_RUNTIME_DIR: "/run/user/1" };
	const closed = boxPolicyFor(facts({ env }));
	expect(closed.sockets).toEqual([]);
	expect(closed.env).toMatchObject({
		SSH_AUTH_SOCK: undefined,
		DISPLAY: undefined,
		DBUS_SESSION_BUS_ADDRESS: undefined,
	});
	const open = boxPolicyFor(
		facts({ env, settings: { ...noSettings, sockets: ["ssh-agent", "docker", "/run/db.sock"] } }),
	);
	expect(open.sockets).toEqual([
		"/run/agent",
		"/var/run/docker.sock",
		"/run/docker.sock",
		"/run/user/1/docker.sock",
		"/run/db.sock",
	]);
	expect(Object.keys(open.env)).not.toContain("SSH_AUTH_SOCK");
});

test("box policy: programs are told of the proxy", () => {
	const full = boxPolicyFor(facts({})).env;
	expect(full).toMatchObject({
		HTTPS_PROXY: "http://127.0.0.1:41080",
		no_proxy: "localhost,127.0.0.1,::1,[::1],.localhost",
	});
	expect(boxPolicyFor(facts({ network: { kind: "on" } })).env.HTTPS_PROXY).toBeUndefined();
});

test("box policy: entries of the settings count for their folder", () => {
	expect(entriesFor(["a.test", "b.test @ /project", "c.test @ ~/other"], "/project", "/home/anna")).toEqual([
		"a.test",
		"b.test",
	]);
});

const noSettings: BoxFacts["settings"] = { writable: [], readable: [], visible: [], sockets: [] };
