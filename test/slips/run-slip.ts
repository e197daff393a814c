import { Agent } from "@oh-my-pi/pi-agent-core/agent/agent";
import { contentBlocks } from "@oh-my-pi/pi-agent-core/tools/tool";
import { localShell } from "@oh-my-pi/pi-natives/shell/shell";
import { scriptedModel, scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { testServices } from "@oh-my-pi/pi-testkit/fakes/tool-services";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { makeTools } from "@oh-my-pi/pi-tools/contract/built-in-tool";
import { builtInTools } from "@oh-my-pi/pi-tools/registry";
import { routedCall } from "@oh-my-pi/pi-tools/routes/routed-names";
import { EditMemory } from "@oh-my-pi/pi-tools/services/edit-memory";
import { findTool } from "@oh-my-pi/pi-utils/text/tool-name";
import { project, type Slip } from "./slip.ts";

export interface SlipResult {
	readonly text: string;
	readonly isError: boolean;
	/** Files that are not as they were. */
	readonly after: Readonly<Record<string, string>>;
}

/** Makes the call with the real tools, after all files of the project were read. */
export async function runSlip({ tool, args, mode = "hashline", changed = {} }: Slip): Promise<SlipResult> {
	await using files = await workspace(project);
	const services = testServices(files.path, {
		editing: { mode, memory: new EditMemory() },
		shell: { shell: localShell({ shellPath: "bash" }) },
	});
	const tools = makeTools(builtInTools, services);
	const agent = new Agent({
		streamFn: scriptedModel([]).streamFn,
		now: () => 0,
		intentTracing: false,
		convertToLlm: () => [],
		routeCall: (given) => routedCall(given) ?? { name: findTool(given.name, tools)?.name ?? given.name },
		initialState: { model: scriptedModelRecord, systemPrompt: [], tools, messages: [] },
	});
	const call = async (name: string, given: Readonly<Record<string, unknown>>) => {
		const output = await agent.callTool(
			{ type: "toolCall", id: "call", name, arguments: { ...given } },
			{ signal: AbortSignal.timeout(20_000) },
		);
		const texts = contentBlocks(output.content).map((block) => (block.type === "text" ? block.text : ""));
		return { text: texts.join("\n"), isError: output.isError ?? false };
	};
	for (const path of Object.keys(project)) await call("read", { path });
	for (const [path, text] of Object.entries(changed)) await files.write(path, text);
	const { snapshots } = services.files;
	const tagOf = (path: string) => snapshots.versions(files.file(path))[0]?.tag ?? "0000";
	const result = await call(tool, withTags(args, tagOf));
	const after: Record<string, string> = {};
	for await (const path of new Bun.Glob("**/*").scan({ cwd: files.path, dot: true })) {
		const text = await files.read(path);
		if (text !== ({ ...project, ...changed } as Record<string, string>)[path]) after[path] = text;
	}
	for (const path of Object.keys(project)) if (!(await Bun.file(files.file(path)).exists())) after[path] = "(deleted)";
	return { ...result, after };
}

function withTags(args: Slip["args"], tagOf: (path: string) => string): Slip["args"] {
	const text = JSON.stringify(args).replace(/\{tag:([^}]+)\}/g, (_, path: string) => tagOf(path));
	return JSON.parse(text) as Slip["args"];
}
