import { expect, test } from "bun:test";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { findAddedSecrets } from "./added-secrets.ts";
import { proposedChanges } from "./repository-changes.ts";

const token = `ghp_${"a1B2".repeat(9)}`;

test("an added line that holds a token or a value of the environment is found with its file and line", async () => {
	await using project = await workspace(
		{ "a.ts": `1\n2\n3\nconst old = "${token}";\n5\n`, "b.ts": "1\n" },
		{ git: true },
	);
	await project.write("a.ts", `1\n2\nconst key = "${token}x";\n3\n5\n`);
	await project.write("b.ts", "1\n// my-own-password\n");
	await project.write("c.pem.txt", "-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\n");
	const changes = await proposedChanges(project.path, process.env, { all: true, paths: [] });
	expect(findAddedSecrets(changes, { SOME_PASSWORD: "my-own-password" })).toEqual([
		{ path: "a.ts", lineNumber: 3 },
		{ path: "b.ts", lineNumber: 2 },
		{ path: "c.pem.txt", lineNumber: 1 },
	]);
	for (const env of [
		{ GIT_AUTHOR_NAME: "my-own-password" },
		{ SSH_AUTH_SOCK: "/tmp/socket" },
		{ PASS_PHRASE: "const key" },
	])
		expect(findAddedSecrets(changes, env).map(({ path }) => path)).toEqual(["a.ts", "c.pem.txt"]);
	expect(findAddedSecrets(changes, {}).map(({ path }) => path)).toEqual(["a.ts", "c.pem.txt"]);
});

test("removed lines are no secrets that are added, and a file of secrets that was named may have them", async () => {
	await using project = await workspace({ "a.ts": `${token}\nx\n` }, { git: true });
	await project.write("a.ts", "x\n");
	await project.write(".env", `K=${token}\n`);
	const changes = await proposedChanges(project.path, process.env, { all: false, paths: ["a.ts", ".env"] });
	expect(changes.units.map(({ path }) => path)).toEqual([".env", "a.ts"]);
	expect(findAddedSecrets(changes, {})).toEqual([]);
});
