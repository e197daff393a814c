import type { HostRequest } from "@oh-my-pi/pi-tools/kernels/host-bridge";
import type { SpawnPort, SpawnTask } from "@oh-my-pi/pi-tools/services/agent-service";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { queryJson } from "../../urls/json-query.ts";
import type { AgentOutput } from "../../workbench/contract/agent-host.ts";

/** `agent()` of a cell: text, or parsed data where a schema was given; with `handle` all that is known. */
export async function agentForCell(
	spawning: SpawnPort | undefined,
	request: HostRequest,
	signal: AbortSignal,
): Promise<unknown> {
	if (!spawning) throw new Error("No agent may be started here");
	const prompt = textIn(request.prompt);
	if (prompt === undefined) throw new Error("agent() needs a prompt");
	const [agent, name, model] = [request.agent, request.label, request.model].map(textIn);
	const schema = isRecord(request.schema) ? request.schema : undefined;
	const task: SpawnTask = {
		task: prompt,
		...(agent !== undefined && { agent }),
		...(name !== undefined && { name }),
		...(model !== undefined && { model }),
		...(schema && { outputSchema: schema }),
		...(request.schemaMode === "strict" && { schemaMode: "strict" }),
		...(request.isolated === true && { isolated: true }),
	};
	const { id, output, agent: type, structuredOutput } = await spawning.spawn(task, signal);
	const data = structuredOutput?.data;
	if (request.handle !== true) return schema ? data : output;
	return { text: output, output, handle: `agent://${id}`, id, agent: type, ...(data !== undefined && { data }) };
}

/** `output()` of a cell: what agents handed in; one text for one id, a list for several. */
export async function outputsForCell(
	read: (id: string) => Promise<AgentOutput | undefined>,
	request: HostRequest,
): Promise<unknown> {
	const ids = Array.isArray(request.ids) ? request.ids.map(String) : [];
	if (ids.length === 0) throw new Error("output() needs the id of an agent");
	const outputs = await Promise.all(
		ids.map(async (id) => ({ id, output: await selectPart(id, await read(id), request) })),
	);
	return outputs.length === 1 ? outputs[0]?.output : outputs;
}

function selectPart(id: string, found: AgentOutput | undefined, request: HostRequest): unknown {
	if (!found) throw new Error(`Not found: ${id}. The agent has handed in nothing`);
	const query = textIn(request.query);
	if (query !== undefined || request.format === "json") return queryJson(JSON.parse(found.text), query ?? "");
	const lines = found.text.split("\n");
	const offset = typeof request.offset === "number" ? Math.max(0, request.offset - 1) : 0;
	const limit = typeof request.limit === "number" ? request.limit : lines.length;
	return lines.slice(offset, offset + limit).join("\n");
}

function textIn(value: unknown): string | undefined {
	return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
