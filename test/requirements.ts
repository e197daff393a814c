import { agentLoop } from "./requirements/agent-loop.data.ts";
import { agents } from "./requirements/agents.data.ts";
import { aiStreaming } from "./requirements/ai-streaming.data.ts";
import { cli } from "./requirements/cli.data.ts";
import { contextManagement } from "./requirements/context-management.data.ts";
import { discovery } from "./requirements/discovery.data.ts";
import { extensions } from "./requirements/extensions.data.ts";
import { fleet } from "./requirements/fleet.data.ts";
import { mcp } from "./requirements/mcp.data.ts";
import { modelsAndAuth } from "./requirements/models-and-auth.data.ts";
import { rpcSdkAcp } from "./requirements/rpc-sdk-acp.data.ts";
import { rulesSkillsCommands } from "./requirements/rules-skills-commands.data.ts";
import { sandbox } from "./requirements/sandbox.data.ts";
import { sessions } from "./requirements/sessions.data.ts";
import { settings } from "./requirements/settings.data.ts";
import { slashCommands } from "./requirements/slash-commands.data.ts";
import { toolsAgent } from "./requirements/tools-agent.data.ts";
import { toolsCodeWeb } from "./requirements/tools-code-web.data.ts";
import { toolsExec } from "./requirements/tools-exec.data.ts";
import { toolsFiles } from "./requirements/tools-files.data.ts";
import { tui } from "./requirements/tui.data.ts";

/** One observable behavior of the product. */
export interface Requirement {
	readonly id: string;
	readonly behavior: string;
	/** No test verifies it yet. */
	readonly status?: "planned";
}

export interface Area {
	readonly area: string;
	readonly spec: string;
	readonly requirements: readonly Requirement[];
}

/** A requirement in a data file; delete the last element when a test verifies it. */
export type RequirementLine = readonly [id: string, behavior: string, status?: "planned"];

const linesByArea = {
	"agent-loop": agentLoop,
	agents,
	"ai-streaming": aiStreaming,
	cli,
	"context-management": contextManagement,
	discovery,
	extensions,
	fleet,
	mcp,
	"models-and-auth": modelsAndAuth,
	"rpc-sdk-acp": rpcSdkAcp,
	"rules-skills-commands": rulesSkillsCommands,
	sandbox,
	sessions,
	settings,
	"slash-commands": slashCommands,
	"tools-agent": toolsAgent,
	"tools-code-web": toolsCodeWeb,
	"tools-exec": toolsExec,
	"tools-files": toolsFiles,
	tui,
} as const;

export type RequirementId = (typeof linesByArea)[keyof typeof linesByArea][number][0];

export const areas: readonly Area[] = Object.entries<readonly RequirementLine[]>(linesByArea).map(([area, lines]) => ({
	area,
	spec: `${area}.md`,
	requirements: lines.map(([id, behavior, status]) => ({ id, behavior, ...(status && { status }) })),
}));
