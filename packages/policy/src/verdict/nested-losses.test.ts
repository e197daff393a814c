import { expect, test } from "bun:test";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { decideCommand } from "./command-decision.ts";

const forms: ReadonlyArray<(line: string) => string> = [
	(line) => `bash -c '${line}'`,
	(line) => `bash -lc '${line}'`,
	(line) => `/bin/sh -c "${line}"`,
	(line) => `env FOO=1 bash -c '${line}'`,
	(line) => `timeout 5 bash -ec '${line}'`,
	(line) => `bash -c "sh -c '${line}'"`,
	(line) => `bash <<'EOF'\n${line}\nEOF`,
	(line) => `echo '${line}' | sh`,
	(line) => `eval '${line}'`,
];

test.each(["rm a.txt", "git reset --hard", "rm -rf src", "mv b.txt a.txt"])(
	"work that %s would lose in the sandbox is looked for in nested shells, too",
	async (line) => {
		await using project = await workspace({ "a.txt": "", "b.txt": "", "src/c.txt": "" });
		const decide = (text: string) =>
			decideCommand(text, { home: "/home/ann", cwd: project.path, project: project.path, isBoxed: true });
		const plain = decide(line);
		expect(plain).toMatchObject({ kind: "ask", reason: "May delete or overwrite work", losses: expect.anything() });
		for (const form of forms) expect([form(line), decide(form(line))]).toEqual([form(line), plain]);
	},
);

test("a nested shell that takes nothing away runs unasked in the sandbox", async () => {
	await using project = await workspace({ "a.txt": "" });
	for (const form of forms) {
		const decided = decideCommand(form("cat a.txt"), { home: "/h", cwd: project.path, isBoxed: true });
		expect([form("cat a.txt"), decided.kind]).toEqual([form("cat a.txt"), "allowed"]);
	}
});
