import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import type { Scene } from "../scene.ts";
import { ask, commitAll, settled } from "../start.ts";
import { sampleProject } from "./sample-project.ts";

const answer = `A greeting passes two decisions:

\`\`\`mermaid
flowchart LR
  A[main.ts] --> B{shout?}
  B -->|yes| C[toUpperCase]
  B -->|no| D(as it is)
  C & D --> E[print]
\`\`\`

And this is who talks to whom:

\`\`\`mermaid
sequenceDiagram
  participant M as main
  participant G as greet
  M->>G: greet({ name })
  G-->>M: "hello world"
\`\`\`
`;

export const mermaid: Scene = {
	name: "mermaid",
	cols: 100,
	rows: 34,
	narrowRows: 50,
	files: sampleProject,
	replies: [text(answer)],
	config: "startup:\n  quiet: true\n",
	prepare: commitAll,
	async play(terminal) {
		await ask(terminal, "Draw how a greeting comes about");
		await terminal.waitFor("hello world");
		await settled(terminal);
	},
};
