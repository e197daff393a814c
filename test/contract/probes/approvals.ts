import { expect } from "bun:test";
import { existsSync } from "node:fs";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import type { Probe } from "../probe.ts";
import { sentIn } from "../requests.ts";

const makesFile = toolCall("bash", { i: "Making", command: "touch made.txt" });
const settings = "tools: { approvalMode: always-ask }";

export const approvalProbes: readonly Probe[] = [
	{
		name: "a command that the user denies, or that nobody can allow, does not run",
		settings,
		replies: [makesFile, text("Done.")],
		tools: ["bash"],
		async run({ omp, ask }) {
			await ask("go", { approval: "deny" });
			expect(existsSync(omp.files.file("made.txt"))).toBe(false);
			expect(sentIn(omp, 1)).toMatch(/denied by user|needs the user's approval/);
		},
	},
	{
		name: "a command that the user allows runs",
		settings,
		replies: [makesFile, text("Done.")],
		tools: ["bash"],
		notApplicable: { print: "nobody can be asked" },
		async run({ omp, ask }) {
			await ask("go", { approval: "allow" });
			expect(existsSync(omp.files.file("made.txt"))).toBe(true);
		},
	},
	{
		name: "a pattern of the user that denies a command holds in yolo mode",
		settings: 'tools: { approvalMode: yolo }\nbash: { patterns: [{ match: "touch *", approval: deny }] }',
		replies: [makesFile, text("Done.")],
		tools: ["bash"],
		async run({ omp, ask }) {
			await ask("go");
			expect(existsSync(omp.files.file("made.txt"))).toBe(false);
		},
	},
];
