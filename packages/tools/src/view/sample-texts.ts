/** Texts that the samples of several tools show. */
export const greet = 'export function greet(name: string): string {\n\treturn "hello " + name;\n}\n';

export const found = [
	"# src/",
	"## greet.ts",
	" 1|/** Says hello. */",
	"*2|export function greet(name: string): string {",
	"## main.ts",
	'*1|import { greet } from "./greet.ts";',
	'*3|console.log(greet("world"));',
].join("\n");

export const lines = (count: number, line: (number: number) => string) =>
	Array.from({ length: count }, (_, index) => line(index + 1)).join("\n");
