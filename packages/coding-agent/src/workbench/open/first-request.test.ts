import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { wireTools } from "@oh-my-pi/pi-agent-core/tools/intent";
import { until } from "@oh-my-pi/pi-testkit/until";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { openSession } from "../../assembly/open-session.ts";
import { parseLaunchOptions } from "../../startup/launch-options.ts";
import { prepareStart } from "../../startup/prepare-start.ts";

/** Size limit of prompt and tools, which every request of a session repeats. */
const maxBytes = 17 * 1024;

const project = {
	"repo/.git/HEAD": "ref: refs/heads/main\n",
	"repo/AGENTS.md": "# Rules\n\nUse tabs. See @docs/style.md\n",
	"repo/docs/style.md": "Names are words.\n",
	"repo/packages/api/AGENTS.md": "The API speaks JSON.\n",
	"repo/src/sum.ts": "export const sum = (a: number, b: number) => a - b;\n",
};

/** The first request of a default session at a terminal, where questions can be asked. */
async function firstRequest(args: readonly string[] = []) {
	await using tree = await workspace(project);
	const home = join(tree.path, "home");
	const host = { cwd: tree.file("repo"), home, env: { TERM: "xterm" }, now: () => 0, newId: () => Bun.randomUUIDv7() };
	const options = parseLaunchOptions(["--no-session", ...args]);
	const session = await openSession(await prepareStart(host, options), options);
	session.frontEnd.connect({ approve: async () => undefined, ask: async () => ({ kind: "cancelled" }) });
	// The branch is read besides; the first request would wait for it.
	await until(async () => {
		await session.conversation.refresh();
		return args.includes("--tools") || session.conversation.systemPrompt.join().includes("<git>");
	});
	const tools = wireTools(session.conversation.tools, { intentTracing: true });
	const plain = (text: string) => text.replaceAll(tree.path, "<root>").replace(/^OS: .*$/m, "OS: <os>");
	return { system: session.conversation.systemPrompt.map(plain), tools };
}

const bytes = (value: unknown) => Buffer.byteLength(typeof value === "string" ? value : JSON.stringify(value));

interface Part {
	readonly name: string;
	readonly bytes: number;
}

/** A block of the system prompt by headings and tags. */
function promptParts(block: string): Part[] {
	return block
		.split(/^(?=# |<[a-z-]+>$)/m)
		.map((text) => ({ name: `prompt: ${text.slice(0, 40).split("\n")[0]}`, bytes: bytes(text) }));
}

function toolParts(tool: { readonly name: string; readonly parameters: unknown }): Part[] {
	const schema = bytes(tool.parameters);
	return [
		{ name: `${tool.name}: schema`, bytes: schema },
		{ name: `${tool.name}: description`, bytes: bytes(tool) - schema },
	];
}

const shownParts = 20;

/** What could be shorter, when all parts together are too large. */
function tooLarge(parts: readonly Part[]): string | undefined {
	const total = parts.reduce((sum, part) => sum + part.bytes, 0);
	if (total <= maxBytes) return undefined;
	const largest = parts.toSorted((a, b) => b.bytes - a.bytes).slice(0, shownParts);
	return [
		`${total - maxBytes} bytes over the ${maxBytes} of prompt and tools. What is new has to be shorter or take the place of something; the largest parts:`,
		...largest.map((part) => `${String(part.bytes).padStart(6)}  ${part.name}`),
		'A tool with loadMode "discoverable" costs nothing until it is searched for.',
	].join("\n");
}

describe("the first request", () => {
	test("fits into 17 KB, prompt and tools together", async () => {
		const { system, tools } = await firstRequest();
		const parts = [...system.flatMap(promptParts), ...tools.flatMap(toolParts)];
		const problem = tooLarge(parts);
		if (problem) throw new Error(problem);
	});

	test("one that is too large names its largest parts", () => {
		const parts = [
			{ name: "prompt: # Work", bytes: 17_000 },
			{ name: "read: schema", bytes: 300 },
			{ name: "read: description", bytes: 400 },
		];
		expect(tooLarge(parts)).toBe(
			[
				"292 bytes over the 17408 of prompt and tools. What is new has to be shorter or take the place of something; the largest parts:",
				" 17000  prompt: # Work",
				"   400  read: description",
				"   300  read: schema",
				'A tool with loadMode "discoverable" costs nothing until it is searched for.',
			].join("\n"),
		);
	});

	test("matches the snapshot", async () => {
		const { system, tools } = await firstRequest();
		const shown = tools.map(({ name, description, parameters }) =>
			[`## ${name}`, description.trim(), JSON.stringify(parameters, null, 1).replace(/\n\s*/g, " ")].join("\n\n"),
		);
		expect([...system, ...shown].join("\n\n---\n\n")).toMatchSnapshot();
	});

	test("offers only the tools named on the command line", async () => {
		const { tools } = await firstRequest(["--tools", "grep,chekpoint,bash"]).catch((error) => ({ tools: error }));
		expect(String(tools)).toContain("Unknown tool in --tools: chekpoint. Valid tools: ");
		// A tool that is off is left out with a notice.
		const named = await firstRequest(["--tools", "grep,checkpoint,bash"]);
		expect(named.tools.map(({ name }) => name)).toEqual(["search", "bash"]);
	});
});
