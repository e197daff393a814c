import { createAgentSession, SessionManager, Settings } from "@oh-my-pi/pi-coding-agent";
import {
	calls,
	type ScriptedAnswer,
	type ScriptedRequest,
	scriptedModel,
	scriptedModelRecord,
} from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";

type SessionResult = Awaited<ReturnType<typeof createAgentSession>>;

/** A session in this process whose model answers each agent from a script of its own. */
export interface SubagentSession extends AsyncDisposable {
	readonly project: Workspace;
	readonly session: SessionResult["session"];
	readonly workbench: SessionResult["session"]["session"]["workbench"];
	readonly main: SessionResult["session"]["session"]["conversation"];
	/** The requests of an agent so far. */
	requests(id: string): readonly ScriptedRequest[];
	/** The folder of the session's artifacts. */
	readonly artifacts: string;
	prompt(text: string): Promise<void>;
	/** The text of the last result of a tool in the user's conversation. */
	lastResult(toolName: string): string;
	details(toolName: string): Record<string, unknown>;
}

export interface SubagentSessionOptions {
	/** By agent id; `Main` is the user's conversation. A function makes the answers of agents that have none. */
	readonly scripts: Readonly<Record<string, readonly ScriptedAnswer[]>>;
	readonly otherwise?: (id: string) => readonly ScriptedAnswer[];
	readonly settings?: Readonly<Record<string, unknown>>;
	readonly files?: Record<string, string>;
	readonly inMemory?: boolean;
	/** Fields of the model's record. */
	readonly model?: Partial<typeof scriptedModelRecord>;
	/** Continue the session of this file. */
	readonly project?: Workspace;
	readonly resume?: string;
}

export async function subagentSession(options: SubagentSessionOptions): Promise<SubagentSession> {
	const project = options.project ?? (await workspace(options.files));
	const models = new Map<string, ReturnType<typeof scriptedModel>>();
	const modelOf = (id: string) => {
		const known = models.get(id);
		if (known) return known;
		const made = scriptedModel(options.scripts[id] ?? options.otherwise?.(id) ?? []);
		models.set(id, made);
		return made;
	};
	const settings = Settings.inMemory(nested({ "async.enabled": false, ...options.settings }));
	const manager = options.inMemory
		? SessionManager.inMemory(project.path)
		: options.resume
			? await SessionManager.open(options.resume)
			: SessionManager.create(project.path, project.file("sessions"));
	const { session } = await createAgentSession({
		cwd: project.path,
		agentDir: project.file("agent"),
		settings,
		sessionManager: manager,
		model: { ...scriptedModelRecord, ...options.model },
		streamFn: (model, context, stream) => modelOf(agentOf(context)).streamFn(model, context, stream),
	});
	const { workbench, conversation: main } = session.session;
	const illegal: string[] = [];
	main.subscribe((event) => {
		if (event.type === "notice" && event.message.includes("cannot happen while")) illegal.push(event.message);
	}, "illegal transitions");
	const results = (toolName: string) =>
		main.messages.flatMap((message) =>
			message.role === "toolResult" && "toolName" in message && message.toolName === toolName ? [message] : [],
		);
	return {
		project,
		session,
		workbench,
		main,
		requests: (id) => modelOf(id).requests,
		get artifacts() {
			return main.log.artifactsDirectory ?? "";
		},
		prompt: (text) => session.prompt(text),
		lastResult: (toolName) =>
			results(toolName)
				.at(-1)
				?.content.map((block) => (block.type === "text" ? block.text : ""))
				.join("") ?? "",
		details: (toolName) => results(toolName).at(-1)?.details as Record<string, unknown>,
		async [Symbol.asyncDispose]() {
			await main.dispose();
			if (!options.project) await project[Symbol.asyncDispose]();
			if (illegal.length > 0) throw new Error(illegal.join("\n"));
		},
	};
}

/** Sub-agents are told who they are in their system prompt. */
function agentOf({ systemPrompt }: ScriptedRequest["context"]): string {
	return /^You are `([^`]+)`/m.exec([systemPrompt ?? []].flat().join("\n"))?.[1] ?? "Main";
}

export const task = (...tasks: ReadonlyArray<Record<string, unknown>>) =>
	calls({ name: "task", arguments: { i: "Delegating", context: "We fix sums.", tasks } });

export const hands = (data: unknown, more: Record<string, unknown> = {}) =>
	calls({ name: "yield", arguments: { result: { data }, ...more } });

/** `a.b.c` as a tree. */
function nested(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
	const tree: Record<string, unknown> = {};
	for (const [key, value] of Object.entries(values)) {
		const names = key.split(".");
		const last = names.pop() ?? key;
		let at = tree;
		for (const name of names) {
			const inner = (at[name] ?? {}) as Record<string, unknown>;
			at[name] = inner;
			at = inner;
		}
		at[last] = value;
	}
	return tree;
}
