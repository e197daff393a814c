import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import type { Scene } from "../scene.ts";
import { ask, commitAll, settled } from "../start.ts";
import { sampleProject } from "./sample-project.ts";

const answer = `## How a greeting is built

\`greet\` takes **one object**, so that callers name what they pass:

\`\`\`ts
export function greet({ name, shout }: Greeting): string {
	const text = "hello " + name; // no punctuation yet
	return shout ? text.toUpperCase() : text;
}
\`\`\`

| field | type | meaning |
|---|---|---|
| \`name\` | string | who comes in |
| \`shout\` | boolean | in capitals, for large rooms |

1. \`src/main.ts\` calls it once, for the world.
2. The test expects an exclamation mark, which is *missing*.

> The test is right: a greeting without one sounds tired.
`;

export const longAnswer: Scene = {
	name: "long-answer",
	cols: 100,
	rows: 28,
	narrowRows: 44,
	files: sampleProject,
	replies: [text(answer)],
	config: "startup:\n  quiet: true\n",
	prepare: commitAll,
	async play(terminal) {
		await ask(terminal, "How does a greeting come about?");
		await terminal.waitFor("sounds tired");
		await settled(terminal);
	},
};
