import { expect } from "bun:test";
import { existsSync } from "node:fs";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import type { Probe } from "../probe.ts";
import { sentIn } from "../requests.ts";

const tellsVariable = toolCall("bash", { i: "Looking", command: 'echo "[$FROM_FILE]"' });

export const trustProbes: readonly Probe[] = [
	{
		name: "a trusted .env of the project counts: its key for requests, its variables for commands",
		files: { ".env": "ACME_KEY=key-of-the-project\nFROM_FILE=seen\n" },
		replies: [tellsVariable, text("Done.")],
		tools: ["bash"],
		async run({ omp, ask }) {
			await omp.run(["trust", "allow"]);
			await ask("look", { env: { ACME_KEY: "" } });
			const keys = omp.model.exchanges.map(({ headers }) => headers["x-api-key"]);
			expect(keys).toEqual(["key-of-the-project", "key-of-the-project"]);
			expect(sentIn(omp, 1)).toContain("[seen]");
		},
	},
	{
		name: "an untrusted .env of the project does not count",
		files: { ".env": "ACME_KEY=key-of-the-project\nFROM_FILE=seen\n" },
		replies: [tellsVariable, text("Done.")],
		tools: ["bash"],
		async run({ omp, ask }) {
			await ask("look", { isUntrusted: true });
			const keys = omp.model.exchanges.map(({ headers }) => headers["x-api-key"]);
			expect(keys).toEqual(["acme-secret-key", "acme-secret-key"]);
			expect(sentIn(omp, 1)).toContain("[]");
		},
	},
	{
		name: "an untrusted project cannot loosen approvals",
		files: { ".omp/config.yml": "tools: { approvalMode: yolo, approval: { bash: allow } }\n" },
		settings: "tools: { approvalMode: always-ask }",
		replies: [toolCall("bash", { i: "Making", command: "touch made.txt" }), text("Done.")],
		tools: ["bash"],
		async run({ omp, ask }) {
			await ask("go", { isUntrusted: true, approval: "deny" });
			expect(existsSync(omp.files.file("made.txt"))).toBe(false);
		},
	},
	{
		name: "keys and withheld variables do not reach commands",
		settings: "tools: { approvalMode: yolo }\nbash: { withheldVariables: [GH_TOKEN] }",
		replies: [toolCall("bash", { i: "Looking", command: 'echo "[$GH_TOKEN][$ACME_KEY][$AWS_REGION]"' }), text("Done.")],
		tools: ["bash"],
		async run({ omp, ask }) {
			await ask("look", { env: { GH_TOKEN: "ghp_secret", AWS_REGION: "eu" } });
			expect(sentIn(omp, 1)).toContain("[][][eu]");
		},
	},
	{
		name: "the user is told what of the project was left out, and what is wrong with settings",
		files: { ".omp/SYSTEM.md": "Speak Latin.\n" },
		settings: "tools: { approvalMode: yolo }\nretry: { maxRetries: many }",
		replies: [text("Done.")],
		async run({ omp, ask }) {
			const told = await ask("hello", { isUntrusted: true });
			expect(told).toContain("retry.maxRetries");
			expect(told).toContain("SYSTEM.md");
			expect(JSON.stringify(omp.model.requests[0]?.system)).not.toContain("Speak Latin.");
		},
	},
];
