import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findKeyPlaces } from "@oh-my-pi/pi-policy/files/key-places";
import { readApproval } from "@oh-my-pi/pi-policy/files/read-approval";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { type BoxFacts, boxPolicyFor, entriesFor } from "./box-policy-for.ts";

const facts = (more: Partial<BoxFacts>): BoxFacts => ({
	mode: "workspace",
	workspace: "/project",
	roots: [],
	home: "/home/anna",
	env: {},
	agentDir: "/home/anna/.omp/agent",
	configDir: "/home/anna/.omp",
	logsDir: "/home/anna/.local/state/omp/logs",
	cacheDir: "/home/anna/.cache/omp",
	readable: [],
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
	mkdirSync(join(folder.path, ".git/modules/vendor/lib"), { recursive: true });
	writeFileSync(join(folder.path, ".git/modules/vendor/lib/HEAD"), "");
	mkdirSync(join(folder.path, "app"));
	writeFileSync(join(folder.path, "app/.env.production"), "");
	const policy = boxPolicyFor(facts({ workspace: join(folder.path, "app") }));
	expect(policy.writable).toEqual([join(folder.path, "app"), join(folder.path, ".git")]);
	for (const name of [
		".git/hooks",
		".git/config",
		".git/commondir",
		".git/modules/vendor/lib/hooks",
		".git/modules/vendor/lib/config",
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
	const env = {
		KUBECONFIG: "/k/one:/k/two",
		DOCKER_CONFIG: "/d",
		HISTFILE: "/home/anna/hist",
		NETRC: "/home",
		GNUPGHOME: "",
	};
	const readable = ["~/.npmrc", "~/.omp/agent/models.yml"];
	const policy = boxPolicyFor(facts({ env, settings: { ...noSettings, readable } }));
	const { hidden } = policy;
	for (const name of [".omp/agent", ".ssh", ".aws", ".config/gh", ".mozilla", ".bash_history"]) {
		expect(hidden).toContain(join("/home/anna", name));
	}
	expect(hidden).not.toContain("/home/anna/.npmrc");
	for (const path of ["/k/one", "/k/two", "/d/config.json", "/home/anna/hist"]) expect(hidden).toContain(path);
	expect(hidden).not.toContain("/home");
	expect(policy.readable).toContain("/home/anna/.omp/agent/skills");
	expect(policy.readable).toContain("/home/anna/.omp/agent/models.yml");
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

test("box policy: a variable that names a folder of programs and settings opens its caches only", async () => {
	await using home = await workspace({
		".cargo/registry/x": "",
		".cargo/bin/cargo": "",
		"other/caches/x": "",
		"pip/x": "",
	});
	const at = (name: string) => join(home.path, name);
	const env = { CARGO_HOME: at(".cargo"), GRADLE_USER_HOME: at("other"), PIP_CACHE_DIR: at("pip"), GOCACHE: home.path };
	const { writable } = boxPolicyFor(facts({ home: home.path, env, cacheFolder: "/cache/sandbox" }));
	expect(writable).toEqual(["/project", "/cache/sandbox", at("pip"), at(".cargo/registry"), at("other/caches")]);
});

test("box policy: a home folder is no project, and omp's own folders are nobody else's", () => {
	for (const wide of ["/home/anna", "/home", "/"]) {
		const { writable, visible } = boxPolicyFor(
			facts({ workspace: wide, cacheFolder: "/home/anna/.cache/omp/sandbox" }),
		);
		expect([writable, visible]).toEqual([["/home/anna/.cache/omp/sandbox"], ["/tmp/box/shared"]]);
	}
	const { writable, readOnly } = boxPolicyFor(facts({ settings: { ...noSettings, writable: ["~"] } }));
	expect(writable).toEqual(["/project", "/home/anna"]);
	for (const name of [".omp", ".cache/omp"]) expect(readOnly).toContain(join("/home/anna", name));
});

const noSettings: BoxFacts["settings"] = { writable: [], readable: [], visible: [], sockets: [] };

test("box policy: read asks about all that the box hides, and what was hidden by hand is in the same list", () => {
	const env = { KUBECONFIG: "/srv/kube.yml", HISTFILE: "/srv/history" };
	const { hidden } = boxPolicyFor(facts({ env }));
	const place = { cwd: "/project", home: "/home/anna", keyPlaces: findKeyPlaces(facts({ env })) };
	const free = (paths: readonly string[]) =>
		paths.filter((path) => readApproval([{ requestedPath: path, path }], place) === "read");
	expect(free(hidden)).toEqual([]);
	expect(free(hidden.map((path) => join(path, "any/file.json")))).toEqual([]);
	// Those that read gave away while the box hid them.
	const before =
		".bash_history .zsh_history .python_history .psql_history .config/rclone/rclone.conf .config/sops/age/keys.txt .kaggle/kaggle.json .s3cfg .dbt/profiles.yml .pulumi/credentials.json .config/stripe/config.toml .config/doctl/config.yaml .config/chromium/Default/Cookies .omp/agent/history.db .ssh/config";
	expect(free(before.split(" ").map((name) => join("/home/anna", name)))).toEqual([]);
	expect(hidden.length).toBeGreaterThan(100);
});
