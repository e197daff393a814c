import { lineOf, type SourceTree, sourceFiles, type Violation } from "./source-tree.ts";

/** Folders of `test` whose suites start the built executable. */
export const productSuites = [
	"scenarios",
	"e2e",
	"conformance",
	"contract",
	"crash",
	"docs",
	"published",
	"language-servers",
	"debuggers",
	"sandbox",
	"machines",
] as const;

const suites = new RegExp(`^test/(?:${productSuites.join("|")})/`);

/** Imports that open a session in the process of the test, from the sources. */
const openers =
	/^import (?!type\b)[^;]*?from "(?:@oh-my-pi\/pi-coding-agent|[./]+extending\/[\w-]+\.ts|[./]+packages\/coding-agent\/src\/(?:[\w-]+\/)*(?:sdk|embedded-entry|workbench|open-conversation|open-session|extensions|mcp-session|mcp-manager|server-login)\.ts)";/gm;

/** The environment of the test as a whole, given to a program. Single names and the machine's access to a registry are fine. */
const inheritedEnvironment = /(?<!outsideEnv\()\bprocess\.env\b(?![.\w])/g;

/**
 * What ships is what whole-product suites start; a session from the sources belongs to `test/in-process`. And it is started with
 * an environment of its own: a variable that happens to be set where tests run hides what happens without it.
 */
export function checkWholeProductTests(tree: SourceTree): Violation[] {
	// A program that a suite starts beside the packed npm package is no test.
	return sourceFiles(tree)
		.filter(([file]) => suites.test(file) && !/(?:-program|\/stub-\w+)\.ts$/.test(file))
		.flatMap(([file, source]) => [
			...[...source.matchAll(openers)]
				.filter(([statement]) => !/^import \{(?:\s*type \w+,?)+\s*\}/.test(statement))
				.map((match) => ({
					file,
					line: lineOf(source, match.index),
					message: "opens a session from the sources: start omp with ompProject, or move it to test/in-process",
				})),
			...[...source.matchAll(inheritedEnvironment)].map((match) => ({
				file,
				line: lineOf(source, match.index),
				message: "passes the environment of the test on: use productEnv({ … }) and name what omp needs",
			})),
		]);
}
