import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { UrlScheme } from "@oh-my-pi/pi-tools/urls/url-router";
import { transcript } from "../conversation/queries/transcript.ts";

/** An agent of this process and its messages. */
export interface AgentHistory {
	readonly id: string;
	readonly status: "running" | "idle" | "parked" | "aborted";
	readonly kind: string;
	readonly parent?: string;
	readonly lastActivityMs?: number;
	readonly messages: () => readonly AgentMessage[] | Promise<readonly AgentMessage[]>;
}

const prefix = "history://";

/** `history://<id>`: a short transcript of an agent; `history://` lists the agents. */
export function historyScheme(agents: () => Promise<readonly AgentHistory[]>): UrlScheme {
	return {
		scheme: "history",
		async resolve(url) {
			const id = url.slice(prefix.length).replace(/\/+$/, "");
			const known = await agents();
			if (id === "") return { text: table(known) };
			const agent = known.find((candidate) => candidate.id === id);
			if (agent) return { text: `# ${agent.id} (${agent.status})\n\n${transcript(await agent.messages())}` };
			throw new ToolError(`Unknown agent: ${id}. Known: ${known.map((candidate) => candidate.id).join(", ")}`);
		},
		list: async () => (await agents()).map(({ id }) => prefix + id),
	};
}

function table(agents: readonly AgentHistory[]): string {
	const rows = agents.map(({ id, status, kind, parent, lastActivityMs }) => {
		const last = lastActivityMs === undefined ? "–" : new Date(lastActivityMs).toISOString();
		return `| ${id} | ${status} | ${kind} | ${parent ?? "–"} | ${last} |`;
	});
	return ["| id | status | kind | parent | last activity |", "|---|---|---|---|---|", ...rows].join("\n");
}
