import { loadContext } from "../../../discovery/contract/load-context.ts";
import type { ConversationContext } from "../../../workbench/running-feature.ts";
import type { Workbench } from "../../../workbench/workbench.ts";
import { loadAdvisorList } from "../watchdog/advisor-list.ts";
import { loadAttention } from "../watchdog/watchdog-files.ts";
import systemPrompt from "./system-prompt.md" with { type: "text" };

/** What makes one advisor. */
export interface ReviewerSpec {
	/** Absent for the only one, where `WATCHDOG.yml` lists none. */
	readonly name?: string;
	/** A selector or role. */
	readonly model: string;
	/** Beside `advise`. */
	readonly tools: readonly string[];
	readonly systemPrompt: readonly string[];
}

const lookingTools: readonly string[] = ["read", "search", "find"];

/** The advisors of a conversation's folder, from the user's and the project's watchdog files. */
export async function loadReviewers(
	workbench: Pick<Workbench, "host" | "agentDir" | "gate">,
	{ folder }: Pick<ConversationContext, "folder">,
	defaultModel: string,
): Promise<{ readonly specs: readonly ReviewerSpec[]; readonly warnings: readonly string[] }> {
	const { host, agentDir, gate } = workbench;
	const cwd = folder.path;
	const context = await loadContext({ cwd, home: host.home, env: host.env, agentDir, gate: gate.at(cwd) });
	const [attention, listed] = await Promise.all([loadAttention(context), loadAdvisorList(context)]);
	const base = [systemPrompt.trim(), ...attention.map(attentionBlock)];
	if (listed.advisors.length === 0) {
		const only = { model: defaultModel, tools: lookingTools, systemPrompt: base };
		return { specs: [only], warnings: listed.warnings };
	}
	const specs = listed.advisors.map(({ name, model = defaultModel, tools = lookingTools, instructions }) => ({
		name,
		model,
		tools,
		systemPrompt: [...base, ...listed.instructions, ...(instructions === undefined ? [] : [instructions])],
	}));
	return { specs, warnings: listed.warnings };
}

function attentionBlock(text: string): string {
	return `Especially pay attention to:\n<attention>\n${text}\n</attention>`;
}
