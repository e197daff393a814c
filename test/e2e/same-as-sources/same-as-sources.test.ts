import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { type PtyRun, ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { commands } from "../../../packages/coding-agent/src/cli/commands.ts";
import { builtInTools } from "../../../packages/tools/src/registry.ts";
import { type Invocation, invocations, toolInvocations } from "./invocations.data.ts";

/** A start from the sources takes a second; a hang takes for ever. */
const deadlineMs = 45_000;
const sources = [
	process.execPath,
	"--no-env-file",
	resolve(import.meta.dir, "../../../packages/coding-agent/src/main.ts"),
];
type Program = "executable" | "sources";

const commandOf = (program: Program, omp: OmpProject) => (program === "executable" ? omp.command : sources);

describe("the executable does what the sources do", () => {
	for (const [index, invocation] of invocations.entries()) {
		test(
			`${index + 1}: omp ${describeInvocation(invocation)}`,
			async () => {
				const [executable, fromSources] = await Promise.all([
					outcome("executable", invocation),
					outcome("sources", invocation),
				]);
				expect(executable).toEqual(fromSources);
			},
			2 * deadlineMs,
		);
	}
});

test("every subcommand and every tool is compared", () => {
	const compared = new Set(invocations.flatMap(({ args }) => args.slice(0, 1)));
	expect(commands.map(({ name }) => name).filter((name) => !compared.has(name))).toEqual([]);
	expect(Object.keys(toolInvocations)).toEqual(builtInTools.map(({ name }) => name));
	expect(invocations.length).toBeGreaterThan(60);
});

test.each([
	["bash", { command: "git --version > /dev/null; echo from bash" }, "from bash"],
	["write", { path: "new.txt", content: "first\nsecond\n" }, "second"],
	["read", { path: "a.txt" }, "a.txt"],
	["todo", { ops: [{ op: "init", list: [{ phase: "Work", items: ["Think", "Act"] }] }] }, "Think"],
])(
	"the card of %s is drawn as from the sources",
	async (name, args, shown) => {
		const [executable, fromSources] = await Promise.all([
			screen("executable", name, args, shown),
			screen("sources", name, args, shown),
		]);
		expect(executable).toBe(fromSources);
	},
	2 * deadlineMs,
);

/** What the user and the model see of a call. */
async function outcome(program: Program, invocation: Invocation): Promise<Record<string, unknown>> {
	await using omp = await prepared(invocation);
	const session = sessionFile(omp);
	const args = invocation.args.map((word) => (word === "SESSION" ? session : word));
	const env = { ...omp.env, ...invocation.env, NO_COLOR: "1" };
	const signal = AbortSignal.timeout(deadlineMs);
	const before = omp.model.requests.length;
	const command = [...commandOf(program, omp), ...args];
	const run = await runCommand(command, { cwd: omp.path, env, stdin: invocation.stdin, signal });
	const requests = omp.model.requests.slice(before).map((request) => normalized(JSON.stringify(request), omp));
	if (run.exitCode === null) throw new Error(`omp ${args.join(" ")} (${program}) did not end within ${deadlineMs} ms`);
	if (invocation.outputDiffers !== undefined) return { exitCode: run.exitCode, requests };
	return {
		exitCode: run.exitCode,
		stdout: normalized(run.stdout, omp),
		stderr: normalized(run.stderr, omp),
		requests,
	};
}

async function prepared(invocation: Invocation): Promise<OmpProject> {
	const first = invocation.prepare === "session" ? [text("Earlier.")] : [];
	const omp = await ompProject({ files: invocation.files, replies: [...first, ...(invocation.replies ?? [])] });
	await omp.home.write(".omp/agent/config.yml", "astGrep: { enabled: true }\ntools: { approvalMode: yolo }\n");
	for (const [path, content] of Object.entries(invocation.home ?? {})) {
		await omp.home.write(path, content.replaceAll("MODEL_URL", omp.model.url));
	}
	if (invocation.prepare === "session") await omp.run(["-p", "before"]);
	if (invocation.prepare === "git") {
		await omp.files.git("init", "-q");
		await omp.files.write("greeting.txt", "hi\n");
		await omp.files.git("add", "-A");
		await omp.files.git("-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-qm", "first");
		await omp.files.write("greeting.txt", "hello\n");
	}
	return omp;
}

function sessionFile(omp: OmpProject): string {
	const folder = join(omp.agentDir, "sessions");
	try {
		const [name = ""] = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
			path.endsWith(".jsonl"),
		);
		return join(folder, name);
	} catch {
		return "";
	}
}

/** A tool call at a terminal, when the answer to it is there. */
async function screen(program: Program, name: string, args: Record<string, unknown>, shown: string): Promise<string> {
	await using omp = await prepared({
		args: [],
		files: { "a.txt": "alpha\n" },
		replies: [toolCall(name, { i: "Testing", ...args }), text("All done.")],
	});
	const command = [...commandOf(program, omp), "go"];
	await using terminal: PtyRun = ptyRun(command, { cols: 100, rows: 50, cwd: omp.path, env: omp.env });
	await terminal.waitFor(shown, { timeoutMs: deadlineMs });
	await terminal.waitFor("All done.", { timeoutMs: deadlineMs });
	const drawn = normalized(terminal.screen(), omp);
	const card = drawn.slice(drawn.lastIndexOf("go", drawn.lastIndexOf(shown)), drawn.indexOf("All done."));
	expect(card).toContain(shown);
	return card;
}

/** Without what differs from run to run. */
function normalized(output: string, omp: OmpProject): string {
	return output
		.replaceAll(omp.path, "<project>")
		.replaceAll(encoded(omp.path), "<project>")
		.replaceAll(omp.home.path, "<home>")
		.replaceAll(omp.model.url, "<model>")
		.replaceAll(/workspace-\w+/g, "<folder>")
		.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<id>")
		.replaceAll(/\b[0-9a-f]{8,40}\b/g, "<hash>")
		.replaceAll(/\d{4}-\d\d-\d\dT[\d:.-]+Z?/g, "<time>")
		.replaceAll(/\b\d{1,2}:\d\d(?::\d\d)?(?: [AP]M)?\b/g, "<clock>")
		.replaceAll(/\b\d{13}\b/g, "<time>")
		.replaceAll(/\d+(?:\.\d+)? ?(?:ms|s|seconds?)\b/g, "<duration>")
		.replaceAll(/\b\d+(?:\.\d+)? ?(?:B|KB|MB)\b/g, "<size>");
}

/** As it stands in the names of session folders. */
const encoded = (path: string) => path.replaceAll("/", "-");

function describeInvocation({ args, stdin, prepare, replies }: Invocation): string {
	const called = replies?.flatMap(({ answer }) => ("toolCalls" in answer ? (answer.toolCalls ?? []) : [])) ?? [];
	const details = [...called.map(({ name }) => name), ...(stdin ? ["stdin"] : []), ...(prepare ? [prepare] : [])];
	return `${args.join(" ")}${details.length > 0 ? ` (${details.join(", ")})` : ""}`;
}
