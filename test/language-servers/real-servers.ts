import { existsSync } from "node:fs";
import { mkdir, readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { OmpProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { type Program, requires, requiresThat } from "@oh-my-pi/pi-testkit/requires";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";

const installed = join(import.meta.dir, "node_modules/.bin");

/** Where the programs of `test/language-servers/package.json` are. */
export const installedPrograms = installed;

type DefineTest = ReturnType<typeof requires>;

/** Defines a test that needs the language servers from npm, and programs on PATH. */
export function needsServers(...programs: readonly Program[]): DefineTest {
	const define = existsSync(installed) ? requires(...programs) : requiresThat(false, "npm ci in test/language-servers");
	return (name, body, timeoutMs = 120_000) => define(name, body, timeoutMs);
}

/** PATH with the servers from npm in front, as far as they are installed: tests that need them say so. */
export async function pathWithServers(omp: OmpProject): Promise<string> {
	if (!existsSync(installed)) return process.env.PATH ?? "";
	const folder = omp.home.file("bin");
	await mkdir(folder, { recursive: true });
	for (const name of await readdir(installed)) await symlink(join(installed, name), join(folder, name));
	return `${folder}:${process.env.PATH}`;
}

export interface Call {
	readonly tool: string;
	readonly args: Readonly<Record<string, unknown>>;
}

export const lsp = (args: Readonly<Record<string, unknown>>): Call => ({ tool: "lsp", args: { i: "Look", ...args } });
export const write = (path: string, content: string): Call => ({
	tool: "write",
	args: { i: "Write", path, content },
});

/** Runs omp once with a model that makes these calls one after another, and gives the text of each result. */
export async function results(
	omp: OmpProject,
	calls: readonly Call[],
	options: {
		readonly path?: string;
		readonly args?: readonly string[];
		readonly cwd?: string;
		readonly env?: Readonly<Record<string, string>>;
	} = {},
): Promise<string[]> {
	const PATH = options.path ?? (await pathWithServers(omp));
	omp.model.script(...calls.map(({ tool, args }) => toolCall(tool, args)), text("Done."));
	const before = omp.model.requests.length;
	const { stdout, stderr, exitCode } = await omp.run(["-p", "--auto-approve", ...(options.args ?? []), "go"], {
		env: { PATH, ...options.env },
		...(options.cwd !== undefined && { cwd: options.cwd }),
	});
	if (exitCode !== 0 || stdout !== "Done.\n") throw new Error(`omp ended with ${exitCode}: ${stdout}${stderr}`);
	const last = omp.model.requests.at(-1);
	if (omp.model.requests.length - before !== calls.length + 1) throw new Error("A call was not made");
	return resultTexts(last?.messages);
}

/** The texts of all tool results of a request, in their order. */
export function resultTexts(messages: unknown): string[] {
	const blocks = (messages as { readonly content: unknown }[]).flatMap(({ content }) =>
		Array.isArray(content) ? content : [],
	);
	return blocks
		.filter((block) => block.type === "tool_result")
		.map(({ content }) =>
			typeof content === "string"
				? content
				: content.map((part: { readonly text?: string }) => part.text ?? "").join("\n"),
		);
}

/** `file:line:column` of each place that a result lists, in its order. */
export function foundPlaces(result: string): string[] {
	return result.split("\n").flatMap((line) => /^ {2}(\S+:\d+:\d+)$/.exec(line)?.[1] ?? []);
}
