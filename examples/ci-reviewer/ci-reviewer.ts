// Reviews a diff in CI: prints the findings and exits with 1 if one of them is an error.
//   git diff origin/main... | bun ci-reviewer.ts
import { createAgentSession, SessionManager } from "@oh-my-pi/pi-coding-agent";

interface Finding {
	readonly file: string;
	readonly line: number;
	readonly severity: "error" | "warning";
	readonly text: string;
}

const diff = await Bun.stdin.text();
if (diff.trim() === "") {
	console.log("Nothing to review.");
	process.exit(0);
}

const { session } = await createAgentSession({
	sessionManager: SessionManager.inMemory(),
	// It reads the code around the change, and can change nothing.
	toolNames: ["read", "search", "find"],
	restrictToolNames: true,
	deadline: Date.now() + 10 * 60_000,
	requireYieldTool: true,
	outputSchema: {
		type: "object",
		properties: {
			findings: {
				type: "array",
				items: {
					type: "object",
					properties: {
						file: { type: "string" },
						line: { type: "integer" },
						severity: { type: "string", enum: ["error", "warning"] },
						text: { type: "string" },
					},
					required: ["file", "line", "severity", "text"],
				},
			},
		},
		required: ["findings"],
	},
});

let findings: readonly Finding[] | undefined;
session.subscribe((event) => {
	if (event.type !== "tool_execution_end" || event.toolName !== "yield" || event.isError) return;
	const { data } = event.result.details as { data?: { findings: readonly Finding[] } };
	findings = data?.findings;
});
await session.prompt(`Review this change. Report bugs and nothing else.\n\n\`\`\`diff\n${diff}\n\`\`\``);
const failure = session.messages.at(-1);
await session.dispose();

if (!findings) {
	const reason = failure && "errorMessage" in failure ? failure.errorMessage : "no result was handed in";
	console.error(`The review failed: ${reason}`);
	process.exit(2);
}
for (const { file, line, severity, text } of findings) console.log(`${file}:${line}: ${severity}: ${text}`);
process.exit(findings.some(({ severity }) => severity === "error") ? 1 : 0);
