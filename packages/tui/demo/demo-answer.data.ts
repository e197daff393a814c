export const demoAnswer = `## What I would do

The greeting lives in \`sample.ts\`. It needs **one** change:

1. read the file
2. add the exclamation mark
   - only when there is none yet
3. run the tests

\`\`\`ts
export function greet(name: string): string {
  return "hello " + name + "!";
}
\`\`\`

| File | Lines | Risk |
|---|--:|:-:|
| sample.ts | 3 | low |
| sample.test.ts | 12 | none, it only checks what the first one does 日本語 |

> Tests are quick, so I run them each time. 👩‍👩‍👧‍👦

See [the docs](https://example.com/docs) for more.

`;
