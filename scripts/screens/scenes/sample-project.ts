/** The sample project of the screenshots. */
export const sampleProject = {
	"src/greet.ts": `export interface Greeting {
	readonly name: string;
	readonly shout?: boolean;
}

/** What is said to somebody who comes in. */
export function greet({ name, shout }: Greeting): string {
	const text = "hello " + name;
	return shout ? text.toUpperCase() : text;
}
`,
	"src/main.ts": `import { greet } from "./greet.ts";

console.log(greet({ name: "world" }));
`,
	"test/greet.test.ts": `import { expect, test } from "bun:test";
import { greet } from "../src/greet.ts";

test("greets by name", () => {
	expect(greet({ name: "Ada" })).toBe("hello Ada!");
});
`,
	"README.md": "# Greeter\n",
};
