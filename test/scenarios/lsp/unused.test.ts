import { expect, test } from "bun:test";
import { chmod } from "node:fs/promises";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { tracedExecutable } from "../../loaded-sources.ts";

test("a project without a language server loads nothing of the client, also when files are written", async () => {
	await using traced = await tracedExecutable();
	const write = toolCall("write", { i: "Write", path: "src/a.ts", content: "export const a = 1;\n" });
	await using omp = await ompProject({
		files: { "notes.md": "" },
		replies: [write, text("Done."), write, text("Done.")],
	});
	await omp.home.write("bin/typescript-language-server", "#!/bin/sh\nexit 1\n");
	await chmod(omp.home.file("bin/typescript-language-server"), 0o755);
	const env = { ...omp.env, PATH: `${omp.home.file("bin")}:/usr/bin:/bin` };
	/** Sources of a run that writes a file which belong to the client of language servers. */
	const loaded = async () => {
		const { exitCode, sources } = await traced.loadedBy(["-p", "--auto-approve", "hi"], { cwd: omp.path, env });
		expect(exitCode).toBe(0);
		expect(sources.length).toBeGreaterThan(50);
		return sources.filter((path) => /packages\/lsp\/|vscode-languageserver|vscode-jsonrpc/.test(path));
	};
	expect(await loaded()).toEqual([]);
	await omp.files.write("package.json", "{}\n");
	expect((await loaded()).join("\n")).toContain("packages/lsp/src/servers/language-server-pool.ts");
}, 300_000);
