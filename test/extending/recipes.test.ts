import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type RepositoryCopy, repositoryCopy } from "./repository-copy.ts";

setDefaultTimeout(180_000);

const pages = ["slash-command", "setting", "hook-point", "theme-color", "provider"];
let copy: RepositoryCopy;

/** A copy of the repository in which somebody has followed all pages. */
beforeAll(async () => {
	copy = await repositoryCopy("CHANGELOG.md", "changes", "test/requirements", "test/requirements.ts");
	for (const page of pages) await follow(page);
});

afterAll(() => copy[Symbol.asyncDispose]());

test("recipes: what they add is type-checked", async () => {
	const include = ["packages/*/src/**/*.d.ts", "packages/coding-agent/src/main.ts", "**/hooks/model-chosen.test.ts"];
	await copy.write("tsconfig.recipes.json", JSON.stringify({ extends: "./tsconfig.json", include }));
	expect(await copy.run("node_modules/.bin/tsc", "--noEmit", "-p", "tsconfig.recipes.json")).toBe("");
});

test("recipes: the slash command answers", async () => {
	expect(await copy.omp("-p", "/ping there")).toBe("pong there\n");
});

test("recipes: the setting has an effect, and is in the reference", async () => {
	const earlier = "First working omp";
	expect(await copy.omp("-p", "/changelog")).not.toContain(earlier);
	await copy.omp("config", "set", "startup.allNotes", "true");
	expect(await copy.omp("-p", "/changelog")).toContain(earlier);
	await copy.run("scripts/generated/write.ts");
	expect(await copy.read("docs/settings.md")).toContain(
		"| `startup.allNotes` | boolean | `false` | Show the notes of all",
	);
});

test("recipes: hooks are called at the new point, and the tests of the other points pass", async () => {
	await copy.run("test", "packages/coding-agent/src/conversation/hooks");
});

test("recipes: the tests of themes pass with the new color", async () => {
	await copy.run("test", "packages/tui/src/theme");
});

test("recipes: the provider lists its models", async () => {
	await copy.run("test", "packages/ai/src/providers");
	await using server = Bun.serve({ port: 0, fetch: () => Response.json({ data: [{ id: "s-1" }] }) });
	await copy.write(
		"home/.omp/agent/models.yml",
		`providers: { stratus: { baseUrl: "${server.url}v1", apiKey: "key" } }\n`,
	);
	await copy.omp("models", "refresh");
	expect(await copy.omp("models", "stratus")).toContain("s-1");
});

/** Writes the files of a page ("```ts file=…") and makes its changes ("```diff file=…"). */
async function follow(page: string): Promise<void> {
	const text = await readFile(join(import.meta.dir, `../../docs/contributing/${page}.md`), "utf8");
	for (const [, kind, path = "", code = ""] of text.matchAll(/^```(ts|diff) file=(\S+)\n([\s\S]*?)^```$/gm)) {
		await copy.write(path, kind === "ts" ? code : changed(path, await copy.read(path), code));
	}
}

/** The text after a change: parts between "@@", lines that begin with a blank, a plus or a minus. */
function changed(path: string, text: string, change: string): string {
	return change.split(/^@@\n/m).reduce((done, part) => {
		const lines = part.match(/^.+\n/gm) ?? [];
		const side = (sign: string) => lines.filter((line) => line.startsWith(" ") || line.startsWith(sign));
		const [before, after] = [side("-"), side("+")].map((kept) => kept.map((line) => line.slice(1)).join(""));
		const [head, tail, ...again] = done.split(before ?? "");
		if (head === undefined || tail === undefined || again.length > 0)
			throw new Error(`${path} has no such place:\n${before}`);
		return head + after + tail;
	}, text);
}
