import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { urlRouter } from "../../urls/url-router.ts";
import { bashIn } from "../testing/bash-in.ts";
import { expandUrls } from "./expand-urls.ts";

const never = new AbortController().signal;

function routerTo(folder: string) {
	const path = (url: string) => `${folder}/${url.replace(/^\w+:\/\//, "")}`;
	return urlRouter(() => [
		{ scheme: "local", pathOf: path, resolve: async () => ({ text: "" }) },
		{ scheme: "artifact", resolve: async (url) => ({ text: "", backingPath: path(url) }) },
		{ scheme: "rule", resolve: async () => ({ text: "no file" }) },
	]);
}

verifies("tools-exec:bash:internal-urls", async () => {
	await using project = await workspace({ "7": "saved\n" });
	await using bash = bashIn(project, { urls: routerTo(project.path) });
	const run = async (params: { command: string; cwd?: string; env?: Record<string, string> }) =>
		String((await runTool(bash.tool, params)).content).split("\n")[0];
	expect(await run({ command: "cat artifact://7" })).toBe("saved");
	expect(await run({ command: "echo hi > local://deep/new.txt && cat 'local://deep/new.txt'" })).toBe("hi");
	expect(await run({ command: "pwd", cwd: "local://deep" })).toBe(`${project.path}/deep`);
	expect(await run({ command: "echo $X", env: { X: "artifact://7" } })).toBe(`${project.path}/7`);
	await expect(run({ command: "cat rule://x" })).rejects.toThrow("No file stands behind rule://x");
});

test("addresses of others and unusual paths come through", async () => {
	await using project = await workspace();
	const urls = routerTo(`${project.path}/it's here`);
	const quoted = `'${project.path}/it'\\''s here/x'`;
	expect(await expandUrls("curl https://a.b/c local://x", urls, never)).toBe(`curl https://a.b/c ${quoted}`);
	expect(await expandUrls('cat "local://x" && ls', urls, never)).toBe(`cat ${quoted} && ls`);
	expect(existsSync(`${project.path}/it's here`)).toBe(true);
	expect(
		await expandUrls(
			"cat local://x",
			urlRouter(() => []),
			never,
		),
	).toBe("cat local://x");
});
