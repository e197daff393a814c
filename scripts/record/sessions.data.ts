import { delivered, failure, type Reply, text, toolCall, toolCalls } from "@oh-my-pi/pi-testkit/servers/replies";

export interface ScriptedSession {
	readonly name: string;
	readonly prompts: readonly string[];
	readonly replies: readonly Reply[];
	readonly files?: Record<string, string>;
}

const slowly = (reply: Reply, chunkChars = 9): Reply => delivered(reply, { chunkChars });

const longAnswer = `# How the parser works

The **tokenizer** reads \`one character\` at a time and never looks back; see [the notes](https://example.com/notes).
It keeps *three* things: where it is, what it has seen, and what may follow. 日本語の説明もあります 👩‍👩‍👧.

- first it skips blanks
- then it reads a word
  - a nested point that is long enough to be wrapped somewhere in the middle of a narrow terminal
- [x] and it is done

| state | input | next state |
|---|---|---|
| start | letter | word |
| word | letter or digit, however many there are of them | word |
| word | blank | start |

\`\`\`ts
${Array.from({ length: 70 }, (_, index) => `const value${index} = read(${index}); // line ${index}`).join("\n")}
\`\`\`

> A quotation that takes more than one row once the terminal is narrow enough for it.

${Array.from({ length: 12 }, (_, index) => `${index + 1}. step number ${index + 1} of the plan`).join("\n")}

That is all there is to say about it.`;

const counting = "for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do echo line $n; sleep 0.01; done";
const original = Array.from({ length: 30 }, (_, index) => `export const item${index} = ${index};`).join("\n");

export const sessions: readonly ScriptedSession[] = [
	{
		name: "long-answer",
		prompts: ["explain the parser", "and again, in short"],
		replies: [
			slowly(text(longAnswer, { thinking: "The user wants to know how it works. I will explain it from the top." })),
			slowly(text("It reads words.\n\nNothing else."), 3),
		],
	},
	{
		name: "tools",
		files: { "items.ts": `${original}\n`, "notes.md": "# Notes\n\nNothing yet.\n" },
		prompts: ["renumber the items"],
		replies: [
			toolCall("read", { i: "Reading the items", path: "items.ts" }),
			toolCalls(
				{ name: "bash", arguments: { i: "Counting", command: counting } },
				{ name: "read", arguments: { i: "Reading the notes", path: "notes.md" } },
			),
			toolCall("write", { i: "Writing it down", path: "done.md", content: "# Done\n\nAll of it.\n" }),
			toolCall("bash", { i: "Checking", command: "ls; cat nothing-here.txt" }),
			slowly(text("Renumbered. The check **failed** because `nothing-here.txt` does not exist.")),
		],
	},
	{
		name: "failure",
		prompts: ["try it", "try it again"],
		replies: [failure(400, "The request was refused by the provider"), slowly(text("This time it worked."))],
	},
];
