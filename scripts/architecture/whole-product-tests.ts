import { lineOf, type SourceTree, sourceFiles, type Violation } from "./source-tree.ts";

/** Suites that start the built executable. */
const suites = /^test\/(?:scenarios|e2e|conformance|crash|docs|published)\//;

/** Imports that open a session in the process of the test, from the sources. */
const openers =
	/^import (?!type\b)[^;]*?from "(?:@oh-my-pi\/pi-coding-agent|[./]+extending\/[\w-]+\.ts|[./]+packages\/coding-agent\/src\/(?:sdk\/sdk|workbench\/(?:workbench|open-conversation)|extensions\/extensions|mcp\/(?:mcp-session|mcp-manager|oauth\/server-login))\.ts)";/gm;

/** What ships is what whole-product suites start; a session from the sources belongs to `test/in-process`. */
export function checkWholeProductTests(tree: SourceTree): Violation[] {
	return sourceFiles(tree)
		.filter(([file]) => suites.test(file))
		.flatMap(([file, source]) =>
			[...source.matchAll(openers)]
				.filter(([statement]) => !/^import \{(?:\s*type \w+,?)+\s*\}/.test(statement))
				.map((match) => ({
					file,
					line: lineOf(source, match.index),
					message: "opens a session from the sources: start omp with ompProject, or move it to test/in-process",
				})),
		);
}
