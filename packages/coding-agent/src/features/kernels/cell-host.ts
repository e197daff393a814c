import { contentBlocks } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { EvalHost, ToolAnswer } from "@oh-my-pi/pi-tools/kernels/host-bridge";
import { findTool } from "@oh-my-pi/pi-utils/text/tool-name";
import type { Conversation } from "../../conversation/kernel/conversation.ts";
import type { ConversationContext } from "../../workbench/running-feature.ts";
import type { Workbench } from "../../workbench/workbench.ts";

/** What cells can ask of their session: completions, tools, sub-agents and their outputs. */
export function cellHost(workbench: Workbench, { conversation, top, services }: ConversationContext): EvalHost {
	const { host, settings, registry, budget } = workbench;
	return {
		budget: () => budget.countTokens(conversation.id),
		async complete(request, { signal }) {
			const { completionForCell } = await import("./cell-completion.ts");
			return completionForCell({ conversation, host, settings, registry }, request, signal);
		},
		callTool: (name, args, { signal, first }) =>
			callFromCell(
				{ conversation, newId: host.newId },
				name,
				first === undefined ? args : { [firstParameter(conversation, name)]: first, ...args },
				signal,
			),
		get runAgent() {
			const spawning = services().agents?.spawning;
			if (!spawning) return undefined;
			return async (request: Parameters<NonNullable<EvalHost["runAgent"]>>[0], { signal }: { signal: AbortSignal }) =>
				(await import("./cell-agents.ts")).agentForCell(spawning, request, signal);
		},
		get readOutputs() {
			const { agents } = workbench.features;
			if (!agents) return undefined;
			return async (request: Parameters<NonNullable<EvalHost["readOutputs"]>>[0]) =>
				(await import("./cell-agents.ts")).outputsForCell((id) => agents.output(top, id), request);
		},
	};
}

function firstParameter({ tools }: Pick<Conversation, "tools">, name: string): string {
	const parameters = findTool(name, tools)?.parameters;
	const required = (parameters?.required ?? []) as readonly string[];
	return required[0] ?? Object.keys((parameters?.properties ?? {}) as object)[0] ?? "input";
}

/** A call that a cell makes; one that fails is an exception there. */
async function callFromCell(
	{ conversation, newId }: { readonly conversation: Pick<Conversation, "callTool">; readonly newId: () => string },
	name: string,
	args: Readonly<Record<string, unknown>>,
	signal: AbortSignal,
): Promise<ToolAnswer> {
	const call = { type: "toolCall" as const, id: newId(), name, arguments: { ...args } };
	const output = await conversation.callTool(call, { signal });
	const blocks = contentBlocks(output.content);
	const text = blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
	if (output.isError) throw new Error(text);
	const images = blocks.flatMap((block) =>
		block.type === "image" ? [{ data: block.data, mimeType: block.mimeType }] : [],
	);
	return {
		text: await withoutFenceIfJson(text),
		...(output.details !== undefined && { details: output.details }),
		...(images.length > 0 && { images }),
	};
}

/** Code wants the values; text in words keeps the mark of where it is from, as the cell may print it. */
async function withoutFenceIfJson(text: string): Promise<string> {
	if (!text.startsWith("<outside-content-")) return text;
	const { unfenced } = await import("@oh-my-pi/pi-tools/output/outside-content");
	const bare = unfenced(text).trimEnd();
	try {
		JSON.parse(bare);
		return bare;
	} catch {
		return text;
	}
}
