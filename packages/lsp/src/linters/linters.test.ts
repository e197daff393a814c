import { expect, test } from "bun:test";
import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import { requiresThat } from "@oh-my-pi/pi-testkit/requires";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verificationName } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { ServerDefinition } from "../contract/server-definition.ts";
import { LanguageServerPool } from "../servers/language-server-pool.ts";
import { isRunning } from "../testing/is-running.ts";
import { clientInfo, patient } from "../testing/odd-definition.ts";
import { parseBiomeReport } from "./biome.ts";

const biomeProgram = join(import.meta.dir, "../../../../node_modules/.bin/biome");
const withBiome = requiresThat(existsSync(biomeProgram), "biome in node_modules");
const verifies = (id: string, run: () => Promise<void>) => withBiome(verificationName(id), run);

function startPool(root: string) {
	return new LanguageServerPool({ root, definitions: [], env: process.env, now: () => 0, clientInfo });
}

const define = (linterProgram: "biome" | "swiftlint", command: string): ServerDefinition => ({
	name: linterProgram,
	command,
	args: [],
	fileTypes: [".ts"],
	linterProgram,
	isLinter: true,
});

verifies("tools-code-web:lsp:linters", async () => {
	await checkBiome();
	await checkSwiftlint();
});

/** It reports problems with their places, and formats. */
async function checkBiome(): Promise<void> {
	await using project = await workspace({ "biome.json": "{}", "a.ts": "export const a = 1;\n/* ü😀 */ debugger;\n" });
	await using pool = startPool(project.path);
	const definition = define("biome", biomeProgram);
	const text = await project.read("a.ts");
	expect(await pool.lint(definition, project.file("a.ts"), text, patient)).toEqual([
		{
			range: { start: { line: 1, character: 10 }, end: { line: 1, character: 19 } },
			severity: 1,
			message: "This is an unexpected use of the debugger statement.",
			source: "biome",
			code: "lint/suspicious/noDebugger",
		},
	]);
	await project.write("a.ts", "export const a = 1;\n");
	expect(await pool.lint(definition, project.file("a.ts"), "export const a = 1;\n", patient)).toEqual([]);
	const format = (unformatted: string) => pool.formatWithLinter(definition, project.file("a.ts"), unformatted, patient);
	expect(await format("const   x=1")).toBe("const x = 1;\n");
	expect(await format("const x = (")).toBeUndefined();
}

/** It reads the text from its input. */
async function checkSwiftlint(): Promise<void> {
	const report = [{ line: 3, character: 5, reason: "Too long", rule_id: "line_length", severity: "Warning" }];
	const script = `#!/bin/sh\n[ "$*" = "lint --use-stdin --quiet --reporter json" ] && [ "$(cat)" = "let x" ] && echo '${JSON.stringify(report)}'\n`;
	await using project = await workspace({ swiftlint: script });
	chmodSync(project.file("swiftlint"), 0o755);
	await using pool = startPool(project.path);
	const definition = define("swiftlint", project.file("swiftlint"));
	const place = { line: 2, character: 4 };
	expect(await pool.lint(definition, project.file("a.swift"), "let x", patient)).toEqual([
		{ range: { start: place, end: place }, severity: 2, message: "Too long", source: "swiftlint", code: "line_length" },
	]);
	expect(await pool.formatWithLinter(definition, project.file("a.swift"), "let x", patient)).toBeUndefined();
	await expect(pool.lint(definition, project.file("a.swift"), "other", patient)).rejects.toThrow(
		"swiftlint gave no report",
	);
}

test("older reports of biome have offsets in bytes", () => {
	const report = {
		diagnostics: [{ severity: "warning", category: "lint/x", description: "old", location: { span: [3, 7] } }],
	};
	expect(parseBiomeReport(JSON.stringify(report), "", { path: "/a.ts", text: "ü\nabcd" })).toEqual([
		{
			range: { start: { line: 1, character: 0 }, end: { line: 1, character: 4 } },
			severity: 2,
			message: "old",
			source: "biome",
			code: "lint/x",
		},
	]);
	expect(() => parseBiomeReport("", "no config", { path: "/a.ts", text: "" })).toThrow(
		"biome gave no report for /a.ts: no config",
	);
});

test("a linter that hangs is killed with its children when it is aborted, one that prints without end when it is too much", async () => {
	await using project = await workspace({
		hangs: "#!/bin/sh\nsleep 600 & echo $! > child\nwait\n",
		floods: "#!/bin/sh\nyes xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n",
	});
	for (const name of ["hangs", "floods"]) chmodSync(project.file(name), 0o755);
	await using pool = startPool(project.path);
	const abort = new AbortController();
	const run = pool.lint(define("swiftlint", project.file("hangs")), "/a.swift", "", { signal: abort.signal });
	const pid = Number(await until(() => project.read("child").then((text) => text.trim())));
	abort.abort(new Error("stopped"));
	await expect(run).rejects.toThrow("stopped");
	expect(isRunning(pid)).toBe(false);
	await expect(pool.lint(define("swiftlint", project.file("floods")), "/a.swift", "", patient)).rejects.toThrow(
		"printed more than 33554432 bytes",
	);
	await expect(pool.lint(define("swiftlint", "/no/such"), "/a.swift", "", patient)).rejects.toThrow(
		'Cannot start "/no/such"',
	);
});
