import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { delivered, type Reply, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { everythingOutside, lastText, leaksIn, plantedSecrets, secretProject } from "./planted-secrets.ts";

setDefaultTimeout(60_000);

const planted = plantedSecrets();
const ok = () => text("ok");

verifies("models-and-auth:secrets:collect", async () => {
	const secrets = [
		'- { type: plain, content: "from-the-user-file" }',
		'- { type: plain, content: "in-both-files" , friendlyName: User }',
		'- { type: glob, content: "bad-entry-1" }',
		'- { type: regex, content: "(?<=x)bad-entry-2" }',
	].join("\n");
	await using omp = await secretProject(planted, ok, { secrets });
	await omp.files.write(
		".omp/secrets.yml",
		'- { type: plain, content: "in-both-files", friendlyName: Project }\n- { type: regex, content: "/ID-\\\\d{8}/i" }\n',
	);
	await omp.home.write(".omp/agent/.env", "DEPLOY_PASS=from-a-dot-env\n");
	const env = { MY_AUTH: "from-a-variable", MY_WORDS: "not-a-secret", MY_KEY: "short" };
	const prompt =
		"from-a-dot-env from-the-user-file from-a-variable not-a-secret short in-both-files id-12345678 ghp_0123456789abcdefghij bad-entry-1";
	const { stderr } = await omp.run(["-p", prompt], { env });
	expect(lastText(omp.model.requests[0] ?? {})).toMatch(
		/\$\$\w{12}:L\$\$ \$\$\w{12}:L\$\$ \$\$\w{12}:L\$\$ not-a-secret short \$\$PROJECT_\w{12}:L\$\$ \$\$\w{12}:L\$\$ \$\$\w{12}:L\$\$ bad-entry-1/,
	);
	const file = join(omp.agentDir, "secrets.yml");
	expect(stderr).toContain(`${file}: entry 3 is not used: type must be "plain" or "regex"`);
	expect(stderr).toContain(`${file}: entry 4 is not used: lookahead and lookbehind are not supported`);
	expect(stderr).not.toContain("bad-entry");
	// Off by default, and a missing file is none.
	await omp.home.write(".omp/agent/config.yml", "modelRoles: { default: acme/a-1 }\n");
	await omp.run(["-p", prompt], { env });
	expect(lastText(omp.model.requests[1] ?? {})).toContain(prompt);
});

verifies("models-and-auth:secrets:replace-mode", async () => {
	const secrets = [
		'- { type: plain, content: "Jane Doe", mode: replace, replacement: "a customer" }',
		'- { type: plain, content: "x7", mode: replace, replacement: "?" }',
		'- { type: plain, content: "customer-4711", mode: replace }',
		'- { type: regex, content: "[ab]", mode: replace }',
	].join("\n");
	const answer = (body: Record<string, unknown>): Reply => {
		const seen = /about (\w{13}),/.exec(lastText(body))?.[1];
		return seen ? toolCall("bash", { i: "note", command: `echo ${seen} a customer > out/note.txt` }) : text("Noted.");
	};
	await using omp = await secretProject(planted, answer, { secrets });
	const { stderr } = await omp.run(["-p", "Jane Doe x7 about customer-4711, again customer-4711"]);
	const sent = lastText(omp.model.requests[0] ?? {});
	const [, first, second] = /a customer \? about (\w{13}), again (\w{13})/.exec(sent) ?? [];
	expect(first).toBe(second ?? "none");
	expect(JSON.stringify(omp.model.requests)).not.toContain("customer-4711");
	// What the model writes of it stays as it is, and the session keeps the text.
	expect(await readFile(join(omp.path, "out/note.txt"), "utf8")).toBe(`${first} a customer\n`);
	expect(JSON.stringify(await omp.sessions())).toContain("Jane Doe x7 about customer-4711");
	expect(stderr).toContain("entry 4 is not used: it can only match one or two characters, which needs a replacement");
});

verifies("models-and-auth:secrets:key-file", async () => {
	await using omp = await secretProject(planted, ok);
	const key = join(omp.agentDir, "secret-placeholder.key");
	await omp.run(["-p", planted.label]);
	const made = await readFile(key);
	expect([(await stat(key)).mode & 0o777, made.length]).toEqual([0o600, 32]);
	await omp.run(["-p", planted.label]);
	expect(await readFile(key)).toEqual(made);
	const placeholders = omp.model.requests.map((body) => /\$\$DEPLOYKEY\w+:\w\$\$/.exec(lastText(body))?.[0]);
	expect(placeholders[1]).toBe(placeholders[0] ?? "none");
	expect(JSON.stringify(omp.model.requests)).not.toContain(made.toString("base64"));
});

test("a key that cannot be written is named once, and secrets are hidden all the same", async () => {
	await using omp = await secretProject(planted, ok);
	await mkdir(join(omp.agentDir, "secret-placeholder.key"));
	const { stderr, exitCode } = await omp.run(["-p", planted.label]);
	expect(exitCode).toBe(0);
	expect(stderr.split("The key for placeholders of secrets cannot be used")).toHaveLength(2);
	expect(leaksIn(await everythingOutside(omp), planted.all)).toEqual([]);
});

verifies("discovery:prompt:secret-section", async () => {
	await using omp = await secretProject(planted, ok);
	await omp.run(["-p", "hi"]);
	await omp.home.write(".omp/agent/config.yml", "modelRoles: { default: acme/a-1 }\n");
	await omp.run(["-p", "hi"]);
	const says = omp.model.requests.map(({ system }) =>
		JSON.stringify(system).includes("Never guess, shorten, alter or make up a placeholder"),
	);
	expect(says).toEqual([true, false]);
});

verifies("discovery:prompt:custom-template", async () => {
	await using omp = await secretProject(planted, ok);
	await omp.files.write(".omp/skills/ship/SKILL.md", "---\nname: ship\ndescription: Ships it\n---\nShip.\n");
	await omp.files.write(".omp/rules/always.md", "---\nalwaysApply: true\n---\nBe kind to tests.\n");
	await omp.run(["--trust", "-p", "--system-prompt", "You are a poet.", "hi"]);
	const system = JSON.stringify(omp.model.requests[0]?.system);
	expect(system).toContain("You are a poet.");
	for (const kept of ["Deploy with $$DEPLOYKEY_", "Ships it", "Be kind to tests.", "<secrets>"]) {
		expect([kept, system.includes(kept)]).toEqual([kept, true]);
	}
	expect(system).not.toContain("NEVER and MUST have no exceptions");
});

test("commit and review send no secret, and restore what the model writes", async () => {
	const key = (body: Record<string, unknown>) => /\$\$DEPLOYKEY_\w+:\w\$\$/.exec(JSON.stringify(body))?.[0] ?? "none";
	await using omp = await secretProject(planted, (body) => {
		if (!JSON.stringify(body.messages).includes("Earlier subjects")) return text(`Fine.\nVerdict: correct`);
		return text(JSON.stringify({ type: "fix", scope: "src", summary: `deploy with ${key(body)}`, body: [] }));
	});
	for (const args of [
		["init", "-q", "-b", "main"],
		["config", "user.name", "T"],
		["config", "user.email", "t@example.org"],
		["add", "k8s.yaml"],
		["commit", "-qm", "first"],
	]) {
		await omp.files.git(...args);
	}
	const stage = async (secrets: readonly string[]) => {
		await omp.files.write("notes.md", `${secrets.join("\n")}\n`);
		await omp.files.git("add", "notes.md");
	};
	// What looks like a secret without the user's lists is not even sent as a placeholder.
	await stage(planted.all);
	const refused = await omp.run(["commit", "--dry-run"]);
	expect([refused.exitCode, refused.stderr, omp.model.requests]).toEqual([
		1,
		expect.stringContaining("look like secrets"),
		[],
	]);
	const { user, project, matched, replaced, label } = planted;
	await stage([...user, ...project, ...matched, ...replaced, label]);
	const commit = await omp.run(["commit", "--dry-run"]);
	expect([commit.exitCode, commit.stdout]).toEqual([0, expect.stringContaining(planted.label)]);
	await stage(planted.all);
	const review = await omp.run(["review", "--staged"]);
	expect([review.exitCode, review.stderr]).toEqual([0, expect.any(String)]);
	expect(omp.model.requests.length).toBeGreaterThan(1);
	expect(omp.model.requests.filter((body) => key(body) !== "none").length).toBeGreaterThan(1);
	expect(leaksIn(await everythingOutside(omp), planted.all)).toEqual([]);
});

test("a pattern that would take forever does not hold up a request, and made-up placeholders do no harm", async () => {
	const secrets = '- { type: regex, content: "(a+)+$" }\n- { type: regex, content: "/(x+x+)+y/" }\n';
	await using omp = await secretProject(
		planted,
		(body) =>
			lastText(body).includes("tool_result")
				? delivered(text("It is $$ABCDEFGHIJKL:M$$ or $$DEPLOYKEY_000000000000$$, $5."), { chunkChars: 2 })
				: toolCall("bash", { i: "try", command: "printf '%s' '$$ABCDEFGHIJKL:M$$' > out/odd.txt" }),
		{ secrets },
	);
	const { stdout, exitCode } = await omp.run(["-p", `${"a".repeat(50_000)}! ${"x".repeat(50_000)}`]);
	expect([exitCode, stdout]).toEqual([0, "It is $$ABCDEFGHIJKL:M$$ or $$DEPLOYKEY_000000000000$$, $5.\n"]);
	expect(await readFile(join(omp.path, "out/odd.txt"), "utf8")).toBe("$$ABCDEFGHIJKL:M$$");
});

test("a secret that is a common word leaves schemas and tools intact", async () => {
	const words = ["required", "properties", "description", "web_search"];
	await using omp = await secretProject(planted, (body) =>
		lastText(body).includes("tool_result")
			? text("done")
			: toolCall("bash", { i: "x", command: "echo required properties > out/words.txt" }),
	);
	const env = Object.fromEntries(words.map((word, index) => [`AUTH_${index}`, word]));
	const { exitCode } = await omp.run(["-p", "properties are required"], { env });
	expect(exitCode).toBe(0);
	expect(await readFile(join(omp.path, "out/words.txt"), "utf8")).toBe("required properties\n");
	const tools = omp.model.requests[0]?.tools as Array<{
		name: string;
		input_schema: { required?: string[]; properties?: object };
	}>;
	const bash = tools.find(({ name }) => name === "bash");
	expect(bash?.input_schema.required).toContain("command");
	expect(Object.keys(bash?.input_schema.properties ?? {})).toContain("command");
	expect(lastText(omp.model.requests[0] ?? {})).not.toContain("properties");
});

test("a placeholder in a file on disk stays that text when the file is edited", async () => {
	let seen = "";
	await using omp = await secretProject(planted, (body) => {
		const whole = JSON.stringify(body);
		if (lastText(body).includes("first")) {
			seen = /\$\$DEPLOYKEY_\w+:\w\$\$/.exec(whole)?.[0] ?? "";
			return text("seen");
		}
		if (lastText(body).includes("second")) return toolCall("read", { i: "read", path: "notes.txt" });
		const inFile = /1:kept (\$\$[^ ]+\$\$) and (\$\$[^ "\\]+\$\$)/.exec(lastText(body));
		if (!inFile) return text("done");
		return toolCall("write", { i: "copy", path: "out/copy.txt", content: `kept ${inFile[1]} and ${inFile[2]}\n` });
	});
	await omp.run(["-p", "first"]);
	await omp.files.write("notes.txt", `kept ${seen} and ${planted.label}\n`);
	await omp.run(["-p", "second"]);
	expect(await readFile(join(omp.path, "out/copy.txt"), "utf8")).toBe(`kept ${seen} and ${planted.label}\n`);
});
