import { expect, test } from "bun:test";
import { splitGlob } from "./glob-target.ts";

test.each([
	["src", undefined],
	["*.ts", { base: ".", pattern: "**/*.ts" }],
	["**/*.ts", { base: ".", pattern: "**/*.ts" }],
	["**", { base: ".", pattern: "**" }],
	["{a,b}/x", { base: ".", pattern: "**/{a,b}/x" }],
	["src/*.ts", { base: "src", pattern: "*.ts" }],
	["src/lib/**/[ab]?.ts", { base: "src/lib", pattern: "**/[ab]?.ts" }],
	["~/x/*.ts", { base: "~/x", pattern: "*.ts" }],
	["/etc/*.conf", { base: "/etc", pattern: "*.conf" }],
	["/*.conf", { base: "/", pattern: "*.conf" }],
	["./*.ts", { base: ".", pattern: "*.ts" }],
])("%s", (path, expected) => {
	expect(splitGlob(path)).toEqual(expected);
});
