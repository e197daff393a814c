import type { SchemaMode, SpawnOptions, TaskItem } from "@oh-my-pi/pi-tools/services/agent-service";
import type { AgentDefinition, SpawnPolicy } from "../definition/agent-definition.ts";
import { isListed } from "../definition/agent-list.ts";
import { findAgent } from "../definition/find-agents.ts";
import { jtdToJsonSchema } from "../definition/jtd-schema.ts";

export interface PreflightFacts {
	readonly agents: readonly AgentDefinition[];
	/** What the caller may start. */
	readonly spawns: SpawnPolicy;
	readonly depth: number;
	/** `task.maxRecursionDepth`; negative for none. */
	readonly maxDepth: number;
	/** `PI_BLOCKED_AGENT` */
	readonly blocked: string | undefined;
	/** `task.disabledAgents` */
	readonly disabled: readonly string[];
	readonly isTreeReadOnly: boolean;
	readonly options: Pick<SpawnOptions, "isolation">;
	readonly isGitRepository: () => boolean;
	/** The schema of the session that asks. */
	readonly parentSchema?: { readonly schema: Readonly<Record<string, unknown>>; readonly mode: SchemaMode } | undefined;
}

/** An item that may be started. */
export interface ClearedItem {
	readonly item: TaskItem;
	readonly agent: AgentDefinition;
	readonly schema?: Readonly<Record<string, unknown>>;
	readonly schemaSource?: "caller" | "agent" | "session";
	readonly mode: SchemaMode;
	readonly isIsolated: boolean;
	/** What is done otherwise than was asked for, for the model. */
	readonly note?: string;
}

/** Checks one item before anything is made for it; the reason when it cannot run. */
export function preflight(item: TaskItem, facts: PreflightFacts): ClearedItem | { readonly refusal: string } {
	const { agents, spawns, depth, maxDepth, blocked, disabled } = facts;
	const name = item.agent ?? (spawns === "*" ? "task" : (spawns[0] ?? "task"));
	if (blocked !== undefined && blocked === name) {
		return { refusal: `The agent "${name}" is blocked here (PI_BLOCKED_AGENT)` };
	}
	if (maxDepth >= 0 && depth >= maxDepth) {
		return { refusal: `Agents may be nested ${maxDepth} deep at most (task.maxRecursionDepth); do the work yourself` };
	}
	const agent = findAgent(agents, name);
	const isAllowed = spawns === "*" || spawns.includes(name) || (agent && isListed(spawns, agent.name));
	if (!isAllowed) return { refusal: `Cannot spawn '${name}'. Allowed: ${[...spawns].join(", ") || "none"}` };
	const offered = agents.filter((other) => !isListed(disabled, other.name) && other.name !== blocked);
	const names = offered.map((other) => other.name).join(", ");
	if (!agent) {
		const meant = offered.filter((other) => isListed([name], other.name)).map((other) => other.name);
		if (meant.length > 1) return { refusal: `Several plugins have an agent "${name}": ${meant.join(", ")}` };
		return { refusal: `Unknown agent "${name}". Available: ${names}` };
	}
	if (isListed(disabled, agent.name)) {
		return { refusal: `The agent "${name}" is disabled in the settings (task.disabledAgents). Available: ${names}` };
	}
	const isolation = decideIsolation(item, facts);
	if (typeof isolation === "string") return { refusal: isolation };
	return { item, agent, ...resolveSchema(item, agent, facts), ...isolation };
}

function decideIsolation(
	{ isolated }: TaskItem,
	{ isTreeReadOnly, options, isGitRepository }: PreflightFacts,
): Pick<ClearedItem, "isIsolated" | "note"> | string {
	if (!isolated) return { isIsolated: false };
	if (isTreeReadOnly) return { isIsolated: false, note: "not isolated, as nothing may be changed in plan mode" };
	if (!options.isolation) return { isIsolated: false, note: isolationOff };
	return isGitRepository()
		? { isIsolated: true }
		: "Isolated task execution requires a git repository. Leave `isolated` out, or run git init first";
}

const isolationOff =
	"not isolated: it works in the project itself, as isolation is off (the user's setting for it: task.isolation.mode)";

function resolveSchema(item: TaskItem, agent: AgentDefinition, { parentSchema }: PreflightFacts) {
	const mode = item.schemaMode ?? parentSchema?.mode ?? "permissive";
	if (item.outputSchema) {
		return { schema: jtdToJsonSchema(item.outputSchema), schemaSource: "caller", mode } as const;
	}
	if (agent.output) return { schema: agent.output, schemaSource: "agent", mode } as const;
	if (parentSchema) return { schema: parentSchema.schema, schemaSource: "session", mode } as const;
	return { mode } as const;
}
