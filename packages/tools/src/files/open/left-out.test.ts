import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { readlink, rm, symlink } from "node:fs/promises";
import { basename } from "node:path";
import { buildCall } from "@oh-my-pi/pi-agent-core/tools/normalized-call";
import { JudgedPaths } from "@oh-my-pi/pi-policy/files/judged-paths";
import { runTool, runToolWith } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { astGrepTool } from "../../ast-grep/ast-grep.ts";
import { findTool } from "../../find/find.ts";
import { readIn } from "../../read/testing/read-in.ts";
import { ripgrep, searchIn } from "../../search/testing/search-in.ts";
import { writeTool } from "../../write/write.ts";
import { SnapshotStore } from "../snapshots/snapshot-store.ts";
import { localFinder } from "./file-finder.ts";

const display = { hashlineEdits: false, hashLines: true, lineNumbers: true };

/** A home with credentials, private text and a project. */
const home = () =>
	workspace({
		".aws/credentials": "aws_secret = needle\n",
		".aws/config.ts": "export const needle = 1;\n",
		".netrc": "password needle\n",
		".omp/agent/models.yml": "apiKey: needle\n",
		".omp/agent/sessions/-other/1.jsonl": '{"text":"needle"}\n',
		".omp/agent/skills/a/SKILL.md": "needle\n",
		".bash_history": "export X=needle\n",
		"p/a.ts": "export const needle = 2;\n",
		"p/b.txt": "needle\n",
	});

const note = (count: number) =>
	`Left out ${count} ${count === 1 ? "file or folder" : "files and folders"} that may hold keys or private text. Name one as the path to look there.`;

const asked = (requestedPath: string) =>
	({ tier: "read", override: true, reason: `Holds keys: ${requestedPath}` }) as const;

describe("what read would ask about", () => {
	test("search leaves it out below a folder, a glob or a link, and says how many, whatever the pattern", async () => {
		await using user = await home();
		await symlink(user.path, user.file("p/up"));
		const search = searchIn(user.file("p"), { home: user.path });
		const run = async (path: string, pattern = "needle") => {
			const { details, content } = await runToolWith(search, { pattern, path, gitignore: false });
			return { files: details?.files.map((file) => basename(file)), content: String(content) };
		};
		for (const path of ["~", "up"]) {
			const { files, content } = await run(path);
			expect(files?.toSorted()).toEqual(["a.ts", "b.txt"].toSorted());
			expect(content).toEndWith(note(4));
			// Nothing tells whether a pattern is in one of them.
			expect((await run(path, "no such text")).content).toEndWith(note(4));
		}
		expect((await run("~/**/*.ts")).files).toEqual(["a.ts"]);
		expect((await run("~/p")).content).not.toContain("Left out");
	});

	test("search is asked about when it names one, also in a list or with a glob beside it", async () => {
		await using user = await home();
		await symlink(user.file(".aws"), user.file("p/keys"));
		const search = searchIn(user.file("p"), { home: user.path });
		const approval = (args: Record<string, unknown>) => buildCall(search, { pattern: "needle", ...args }).approval();
		expect(await approval({ path: "~/.aws" })).toEqual(asked("~/.aws"));
		expect(await approval({ paths: ["b.txt", "~/.netrc"] })).toEqual(asked("~/.netrc"));
		expect(await approval({ path: "~", glob: ".aws/credentials" })).toEqual(asked("~/.aws/credentials"));
		expect(await approval({ path: "keys" })).toEqual(asked("keys"));
		expect(await approval({ path: "~" })).toBe("read");
		// Then it is searched, and a link to it is not, whatever the answer was.
		for (const path of ["keys", "keys/*", "keys/credentials"]) {
			const { details, content } = await runToolWith(search, { pattern: "needle", path, gitignore: false });
			expect({ files: details?.files, content }).toEqual({ files: [], content: `No matches found\n\n${note(1)}` });
		}
		const { details } = await runToolWith(search, { pattern: "needle", path: "~/.aws", gitignore: false });
		expect(details?.files.length).toBe(2);
	});

	test("find does not list it, and asks when it is named", async () => {
		await using user = await home();
		const deps = { cwd: () => user.file("p"), home: user.path, now: () => 0, finder: localFinder() };
		const find = findTool(deps);
		const { content } = await runTool(find, { path: "~", gitignore: false });
		expect(String(content)).not.toMatch(/credentials|netrc|jsonl|models\.yml|history/);
		expect(String(content)).toContain("a.ts");
		expect(String(content)).toEndWith(note(4));
		expect(await buildCall(find, { path: "~/.aws/*" }).approval()).toEqual(asked("~/.aws/*"));
		expect(await buildCall(find, { path: "src" }).approval()).toBe("read");
	});

	test("structural search leaves it out, and asks when it is named", async () => {
		await using user = await home();
		const deps = { cwd: () => user.file("p"), home: user.path, finder: localFinder(), display };
		const grep = astGrepTool({ ...deps, snapshots: new SnapshotStore() });
		const { details, content } = await runTool(grep, { pat: "export const $A = $B", path: "~" });
		expect(details?.files).toEqual(["a.ts"]);
		expect(String(content)).toEndWith(note(4));
		expect(await buildCall(grep, { pat: "$A", path: "~/.aws" }).approval()).toEqual(asked("~/.aws"));
	});

	test("a place that a variable names counts, and the real folder behind a link of the home", async () => {
		await using user = await workspace({
			"dots/aws/credentials": "needle\n",
			"p/kube.yml": "needle\n",
			"dots/x": "needle\n",
		});
		await symlink(user.file("dots/aws"), user.file(".aws"));
		const { findKeyPlaces } = await import("@oh-my-pi/pi-policy/files/key-places");
		const keyPlaces = findKeyPlaces({
			home: user.path,
			env: { KUBECONFIG: user.file("p/kube.yml") },
			agentDir: user.file("agent"),
			configDir: user.file(".omp"),
			logsDir: user.file("logs"),
		});
		const search = searchIn(user.path, { home: user.path, keyPlaces, ripgrep });
		const { details, content } = await runToolWith(search, { pattern: "needle", path: ".", gitignore: false });
		expect({ files: details?.files, isSaid: String(content).includes(note(2)) }).toEqual({
			files: ["dots/x"],
			isSaid: true,
		});
		expect(await buildCall(readIn(user.path, { keyPlaces }), { path: "p/kube.yml" }).approval()).toEqual(
			asked("p/kube.yml"),
		);
	});
});

describe("a database or an archive behind a link", () => {
	test("is judged by the file in front of the colon", async () => {
		await using user = await home();
		await Bun.write(user.file(".aws/sso.db"), "");
		await symlink(user.file(".aws/sso.db"), user.file("p/l.sqlite"));
		await symlink(user.file(".aws/x.zip"), user.file("p/l.zip"));
		await symlink(user.file("c.sqlite"), user.file("p/out.sqlite"));
		const read = readIn(user.file("p"), { home: user.path });
		const reading = (path: string) => buildCall(read, { path }).approval();
		for (const path of ["l.sqlite:t", "l.sqlite:t:1", "l.sqlite?q=SELECT", "l.zip:a.txt", "l.zip:a.txt:1-2", "l.zip"]) {
			expect(await reading(path)).toEqual(asked(path.split(" ")[0] ?? ""));
		}
		expect(await reading("out.sqlite:t")).toBe("read");
		const write = writeTool({
			cwd: () => user.file("p"),
			home: user.path,
			now: () => 0,
			snapshots: new SnapshotStore(),
			display,
		});
		const writing = (path: string) => buildCall(write, { path, content: "{}" }).approval();
		for (const path of ["out.sqlite:t", "out.sqlite:t:1"]) {
			expect(await writing(path)).toMatchObject({ override: true, reason: "Writes outside the workspace: out.sqlite" });
		}
		expect(await writing("in.sqlite:t")).toBe("write");
		expect(await writing("in.zip:sub/.env")).toBe("write");
		// A link that is really called like a member is a link.
		await symlink(user.file("outside.txt"), user.file("p/in.zip:a"));
		expect(await writing("in.zip:a")).toMatchObject({ reason: "Writes outside the workspace: in.zip:a" });
	});

	test("that became another link after it was judged is not written", async () => {
		await using project = await workspace({});
		for (const name of ["a.sqlite", "b.sqlite"]) {
			using database = new Database(project.file(name), { create: true });
			database.run("CREATE TABLE t (x)");
		}
		await symlink("a.sqlite", project.file("l.sqlite"));
		const judged = new JudgedPaths();
		const deps = { cwd: () => project.path, home: "/nowhere", now: () => 0, snapshots: new SnapshotStore(), display };
		const write = writeTool({ ...deps, judged });
		expect(await buildCall(write, { path: "l.sqlite:t", content: "{x: 1}" }).approval()).toBe("write");
		await rm(project.file("l.sqlite"));
		await symlink("b.sqlite", project.file("l.sqlite"));
		expect(await readlink(project.file("l.sqlite"))).toBe("b.sqlite");
		const outcome = runTool(write, { path: "l.sqlite:t", content: "{x: 1}" });
		await expect(outcome).rejects.toThrow("leads to another place than when the call was judged");
	});
});

test("read: a file that is found under another name than the one judged is not read", async () => {
	await using user = await home();
	await symlink(user.file(".netrc"), user.file("p/café.txt".normalize("NFC")));
	const read = readIn(user.file("p"), { home: user.path });
	await expect(runTool(read, { path: "café.txt".normalize("NFD") })).rejects.toThrow("may hold keys");
});

test("control characters in the name of a file reach no result", async () => {
	await using project = await workspace({ "a\x1b[2Jb\x07.ts": "const needle = 1;\n", "d\x1bd/c.ts": "needle\n" });
	const search = searchIn(project.path);
	const deps = { cwd: () => project.path, home: "/home/nobody", now: () => 0, finder: localFinder() };
	const grep = astGrepTool({ ...deps, display, snapshots: new SnapshotStore() });
	const outputs = await Promise.all([
		runToolWith(search, { pattern: "needle" }),
		runTool(findTool(deps), { path: "**/*.ts" }),
		runTool(grep, { pat: "const $A = 1" }),
		runTool(readIn(project.path), { path: "." }),
		runTool(readIn(project.path), { path: "a\x1b[2Jb\x07.ts" }),
	]);
	for (const { content } of outputs) {
		const text = typeof content === "string" ? content : JSON.stringify(content);
		expect(text).not.toMatch(/[\x00-\x08\x0b-\x1f]/);
		expect(text.replaceAll("\\\\", "\\")).toMatch(/a\\u001b\[2Jb\\u0007\.ts|needle/);
	}
});

test("a home folder that is a link is the same home folder", async () => {
	await using user = await workspace({ "real/.aws/credentials": "needle\n", "real/p/a.txt": "needle\n" });
	await symlink(user.file("real"), user.file("home"));
	const search = searchIn(user.file("real/p"), { home: user.file("home") });
	const named = user.file("real/.aws/credentials");
	expect(await buildCall(search, { pattern: "x", path: named }).approval()).toEqual(asked(named));
	const { details } = await runToolWith(search, { pattern: "needle", path: user.file("real"), gitignore: false });
	expect(details?.files).toEqual(["a.txt"]);
});
