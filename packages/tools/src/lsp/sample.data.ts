import type { ToolSample } from "../view/tool-sample.ts";

export const lspSample: ToolSample = {
	args: { action: "references", file: "src/greet.ts", line: 2, symbol: "greet" },
	done: {
		text: [
			"Found 2 reference(s):",
			"  src/greet.ts:2:17",
			"    1: /** Says hello. */",
			"    2: export function greet(name: string): string {",
			'    3: \treturn "hello " + name;',
			"  src/main.ts:3:13",
			"    2: ",
			'    3: console.log(greet("world"));',
		].join("\n"),
		details: { action: "references", success: true, serverName: "typescript-language-server" },
	},
	failed: {
		text: "LSP references timed out after 20s on typescript-language-server. It may still be loading the project.",
	},
};
