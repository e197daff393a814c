import { describe, expect, setDefaultTimeout } from "bun:test";
import { join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { text, toolCalls } from "@oh-my-pi/pi-testkit/servers/replies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { resultsOf } from "../model-tasks/testing/results.ts";
import { type FormGroup, formGroups } from "./foreign-forms.data.ts";

setDefaultTimeout(60_000);

const calls = formGroups.flatMap((group, at) =>
	group.forms.map((form, index) => ({ group, form, index, id: `g${at}f${index}` })),
);

/** What became of a call: how it was answered, and what is in the file outside of the project. */
interface Outcome {
	readonly verdict: "ran" | "asked" | "denied";
	readonly file: string | undefined;
}

/** Makes all calls in one omp, and gives what became of each, by group. */
async function outcomes(config: string): Promise<Map<FormGroup, readonly Outcome[]>> {
	await using outside = await workspace();
	for (const { group, id } of calls) if (group.edits) await outside.write(id, "old\n");
	const all = calls.map(({ form, id }) => form(join(outside.path, id), id));
	await using omp = await ompProject({
		replies: [toolCalls(...all.map(({ name, args }) => ({ name, arguments: { i: "test", ...args } })))],
		otherwise: () => text("Done."),
	});
	await omp.home.write(".aws/credentials", "aws_secret_access_key = no\n");
	await omp.home.write(".omp/agent/config.yml", `edit: { mode: replace }\n${config}`);
	const { exitCode, stderr } = await omp.run(["-p", "go"]);
	expect([exitCode, stderr]).toEqual([0, expect.any(String)]);
	const answers = answersOf(omp);
	expect(answers).toHaveLength(calls.length);
	const found = await Promise.all(
		calls.map(async ({ id }, index) => ({
			verdict: verdictOf(answers[index] ?? ""),
			file: await Bun.file(join(outside.path, id))
				.text()
				.catch(() => undefined),
		})),
	);
	return new Map(formGroups.map((group) => [group, found.filter((_, index) => calls[index]?.group === group)]));
}

function answersOf(omp: OmpProject): string[] {
	return resultsOf(omp.model.requests[1]);
}

function verdictOf(answer: string): Outcome["verdict"] {
	if (/requires approval but no interactive UI|needs the user's approval/.test(answer)) return "asked";
	return /is blocked by user policy/.test(answer) ? "denied" : "ran";
}

function policies(policy: string, names: readonly string[]): string {
	return `tools: { approvalMode: yolo, approval: { ${names.map((name) => `${name}: ${policy}`).join(", ")} } }\n`;
}

const ownNames = ["bash", "eval", "launch", "write", "edit", "read", "search"];
const otherNames = ["shell", "python", "hub", "create_file", "apply_patch", "web_fetch", "grep"];
const unboxed = 'sandbox: { mode: "off" }\n';

const runs: ReadonlyArray<readonly [name: string, config: string]> = [
	["yolo", `tools: { approvalMode: yolo }\n${unboxed}`],
	["auto in the sandbox", "tools: { approvalMode: auto }\n"],
	["write in the sandbox", "tools: { approvalMode: write }\n"],
	["write", `tools: { approvalMode: write }\n${unboxed}`],
	["always-ask", `tools: { approvalMode: always-ask }\n${unboxed}`],
	["denied by their own names", policies("deny", ownNames) + unboxed],
	["denied by other names", policies("deny", otherNames) + unboxed],
	["asked about by other names", policies("prompt", otherNames) + unboxed],
];

describe("calls in other forms", () => {
	for (const [name, config] of runs) {
		requires("python3")(`${name}: each is judged like the tool's own form, and does the same`, async () => {
			const found = await outcomes(config);
			const shown = ({ verdict, file = "no file" }: Outcome) => `${verdict}, ${file.trim()}`;
			const each = [...found].map(([{ what }, all]) => ({ what, forms: all.map(shown) }));
			expect(each).toEqual(each.map(({ what, forms }) => ({ what, forms: forms.map(() => forms[0] ?? "") })));
			const table = each.map(({ what, forms }) => `${what}: ${forms[0]}`).join("\n");
			expect(`\n${table}\n`).toMatchSnapshot();
		});
	}

	requires("python3")("a policy by another name holds, and the stricter of two spellings", async () => {
		const found = await outcomes(
			`tools: { approvalMode: yolo, approval: { bash: allow, shell: deny, js: deny, eval: allow } }\n${unboxed}`,
		);
		for (const [group, all] of found) {
			if (group.tool === "bash" || group.tool === "eval") {
				expect(all.map(({ verdict, file }) => [verdict, file])).toEqual(all.map(() => ["denied", undefined]));
			}
		}
	});
});
