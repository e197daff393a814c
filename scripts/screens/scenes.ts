import { text, toolCall, toolCalls } from "@oh-my-pi/pi-testkit/replies";
import type { Scene } from "./scene.ts";

const cols = 100;
const rows = 32;

const files = {
	"src/greet.ts": 'export function greet(name: string): string {\n\treturn "hello " + name;\n}\n',
	"src/main.ts": 'import { greet } from "./greet.ts";\n\nconsole.log(greet("world"));\n',
	"test/greet.test.ts": 'import { greet } from "../src/greet.ts";\n',
	"README.md": "# Greeter\n",
};

const editDiff: Scene = {
	name: "edit-diff",
	cols,
	rows,
	files,
	replies: [
		toolCalls(
			{ name: "read", arguments: { i: "Reading", path: "src/greet.ts" } },
			{ name: "read", arguments: { i: "Reading", path: "src/main.ts" } },
			{ name: "search", arguments: { i: "Searching", pattern: "greet" } },
		),
		toolCall("bash", {
			i: "Running the tests",
			command: "for i in $(seq 1 16); do echo ok $i - greets; done; echo 16 pass",
		}),
		toolCall("write", {
			i: "Writing",
			path: "src/shout.ts",
			content:
				'import { greet } from "./greet.ts";\n\n/** Louder. */\nexport const shout = (name: string) => greet(name).toUpperCase();\n',
		}),
		text("Done. The greeting now ends with `!`."),
	],
	async play(terminal) {
		await terminal.waitFor("Acme One");
		terminal.type("add an exclamation mark to the greeting\r");
		await terminal.waitFor("Done. The greeting now ends");
		await Bun.sleep(600);
	},
};

export const scenes: readonly Scene[] = [editDiff];
