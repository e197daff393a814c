import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdir, symlink } from "node:fs/promises";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { type Reply, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

setDefaultTimeout(60_000);

/** What no request may have. */
const planted = "pl4nted-credential";

const homeFiles: Readonly<Record<string, string>> = {
	".aws/credentials": `aws_secret_access_key = ${planted}\n`,
	".netrc": `machine a password ${planted}\n`,
	".bash_history": `export A=${planted}\n`,
	".omp/agent/sessions/-elsewhere/other-session.jsonl": `{"text":"${planted}"}\n`,
	".claude/projects/-x/other-session.jsonl": `{"text":"${planted}"}\n`,
	"notes/a.ts": `export const marker = "found-outside"; // not a ${"secret"}\n`,
};

async function projectWith(replies: readonly Reply[]) {
	const omp = await ompProject({ replies: [...replies, text("done")], files: { "a.ts": "const marker = 1;\n" } });
	for (const [path, content] of Object.entries(homeFiles)) await omp.home.write(path, content);
	await symlink(omp.home.path, omp.files.file("up"));
	await symlink(omp.home.file(".aws/credentials"), omp.files.file("guide.md"));
	return omp;
}

verifies("tools-files:search:key-files", async () => {
	for (const mode of ["always-ask", "auto", "yolo"]) {
		await using omp = await projectWith([
			toolCall("search", { i: "a", pattern: "pl4nted|marker", path: "~", gitignore: false }),
			toolCall("search", { i: "b", pattern: "pl4nted", path: "up/.netrc" }),
			toolCall("search", { i: "c", pattern: "pl4nted|marker", path: "up/**/*" }),
			toolCall("search", { i: "d", pattern: "pl4nted", path: "guide.md" }),
			toolCall("find", { i: "e", path: "~/**/*", gitignore: false }),
			toolCall("ast_grep", { i: "f", pat: "export const marker = $A", path: "~" }),
		]);
		await omp.home.write(".omp/agent/config.yml", "astGrep: { enabled: true }\n");
		await omp.run(["-p", "look at @guide.md and @~/.netrc", "--approval-mode", mode]);
		const requests = JSON.stringify(omp.model.requests);
		expect(requests).not.toContain(planted);
		expect(requests).toContain("found-outside");
		expect(requests).toMatch(/Left out \d+ files and folders that may hold keys or private text/);
		expect(requests).toContain("not attached: it may hold keys");
		expect(requests).not.toContain("other-session");
	}
});

test.each(["always-ask", "write", "auto"])("mode %s: a call that names such a file is asked about", async (mode) => {
	await using omp = await projectWith([
		toolCall("search", { i: "a", pattern: "pl4nted", paths: ["~/.aws"] }),
		toolCall("search", { i: "b", pattern: "pl4nted", path: "~", glob: ".aws/credentials" }),
		toolCall("find", { i: "c", path: "~/.aws" }),
		toolCall("read", { i: "d", path: "~/.netrc#L1-L2" }),
		toolCall("read", { i: "e", path: "guide.md" }),
	]);
	await omp.run(["-p", "go", "--approval-mode", mode]);
	const requests = JSON.stringify(omp.model.requests);
	expect(requests).not.toContain(planted);
	expect(requests.match(/Holds keys: [~\w./]+/g)?.length).toBeGreaterThanOrEqual(4);
});

test("a database behind a link is neither read nor written without a question", async () => {
	await using omp = await projectWith([
		toolCall("read", { i: "a", path: "keys.sqlite:t" }),
		toolCall("write", { i: "b", path: "out.sqlite:t", content: '{"x": "evil"}' }),
		toolCall("write", { i: "c", path: "in.sqlite:t", content: '{"x": "good"}' }),
	]);
	await mkdir(omp.home.file(".aws"), { recursive: true });
	const make = (file: string) => {
		using database = new Database(file, { create: true });
		database.run("CREATE TABLE t (x)");
		database.run("INSERT INTO t VALUES (?)", [planted]);
	};
	const files = [omp.home.file(".aws/sso.db"), omp.home.file("c.sqlite"), omp.files.file("in.sqlite")];
	for (const file of files) make(file);
	await symlink(omp.home.file(".aws/sso.db"), omp.files.file("keys.sqlite"));
	await symlink(omp.home.file("c.sqlite"), omp.files.file("out.sqlite"));
	await omp.run(["-p", "go", "--approval-mode", "write"]);
	expect(JSON.stringify(omp.model.requests)).not.toContain(planted);
	const rows = files.map((file) => {
		using database = new Database(file, { readonly: true });
		return database.query("SELECT x FROM t").values().flat();
	});
	expect(rows).toEqual([[planted], [planted], [planted, "good"]]);
});

test("an unknown default model is named once with the one used instead, and a provider that cannot be used alone", async () => {
	await using omp = await ompProject({ replies: [text("hi"), text("hi")] });
	const yml = await omp.home.read(".omp/agent/models.yml");
	const broken = "  cursor: { baseUrl: http://127.0.0.1:9, apiKey: A, api: cursor-agent, models: [{ id: a }] }\n";
	await omp.home.write(".omp/agent/models.yml", `${yml}${broken}`);
	await omp.home.write(".omp/agent/config.yml", "modelRoles: { default: zzz/unknown }\n");
	const { stdout, stderr } = await omp.run(["-p", "hi"]);
	const lines = stderr.trimEnd().split("\n");
	expect(stdout).toBe("hi\n");
	expect(lines.filter((line) => line.includes("modelRoles.default"))).toEqual([
		expect.stringMatching(/modelRoles\.default: Model "zzz\/unknown" not found\..*; using acme\/a-1$/),
	]);
	expect(lines.filter((line) => line.includes("cursor"))).toEqual([
		expect.stringMatching(
			/models\.yml:9: providers\.cursor\.api: must be one of .* \(the provider cursor is left out\)$/,
		),
	]);
	expect(omp.model.requests[0]?.model).toBe("a-1");
});
