import type { ToolSample } from "../view/tool-sample.ts";

const diff = [
	" 1|export function greet(name: string): string {",
	'-2|\treturn "hello " + name;',
	'+2|\treturn "hello " + name + "!";',
	" 3|}",
].join("\n");

export const editSample: ToolSample = {
	args: { path: "src/greet.ts", old_string: '"hello " + name', new_string: '"hello " + name + "!"' },
	streaming: { path: "src/greet.ts", old_string: '"hello " + name', new_string: '"hello " + na' },
	done: { text: "Edited src/greet.ts", details: { diff, op: "update", path: "src/greet.ts" } },
	failed: { text: "Edit rejected for src/greet.ts: the text to replace was not found" },
};
