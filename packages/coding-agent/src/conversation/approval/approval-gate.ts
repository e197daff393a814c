import type { NormalizedCall } from "@oh-my-pi/pi-agent-core/tools/normalized-call";
import { type AgentTool, ToolAbortError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type FoundPolicy, findPolicy, type PolicyTool } from "@oh-my-pi/pi-policy/rules/tool-policies";
import { matchesWildcard } from "@oh-my-pi/pi-policy/rules/wildcard";
import {
	type CallRules,
	decideCall,
	mustBeAsked,
	type Opinion,
	type Verdict,
} from "@oh-my-pi/pi-policy/verdict/decide-call";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { ApprovalMode } from "../../settings/approval-mode.ts";
import type { ConversationEvent } from "../event/event.ts";
import { toolDecision } from "./approval-decision.ts";
import {
	type ApprovalPort,
	type AskedHost,
	approvalQuestion,
	hostQuestion,
	nameAsked,
	type RuleScope,
} from "./approval-question.ts";
import { blockedByPolicy, deniedByUser, nobodyToAsk, nobodyToAskForAgent } from "./refusals.ts";

export interface ApprovalGateOptions {
	readonly mode: () => ApprovalMode;
	/** `tools.approval`: tool name to policy, not validated. */
	readonly policies: () => Readonly<Record<string, unknown>>;
	/** All tools that a policy can name. */
	readonly tools?: () => readonly PolicyTool[];
	/** Asks the user; `undefined` while no front end can. */
	readonly port: () => ApprovalPort | undefined;
	/** Saves `allow` for this tool in the settings. */
	readonly allowAlways: (toolName: string) => Promise<void>;
	/** Saves `allow` for this tool in the user's settings, for this project only. */
	readonly allowInProject?: (toolName: string) => Promise<void>;
	/** Saves a rule that allows matching calls, ahead of the rules that matched this one. */
	readonly allowMatching?: (rule: string, call: string, scope: SavedScope) => Promise<void>;
	/** Patterns of hosts that may be reached, by the settings. */
	readonly hosts?: () => readonly string[];
	/** The user allows a command to leave the box, or a folder to be written, for longer than this time. */
	readonly allowLeaving?: (rule: string, scope: RuleScope) => Promise<void>;
	/** Saves such a pattern. */
	readonly allowHost?: (pattern: string, scope: SavedScope) => Promise<void>;
}

/** Where a rule outlives the session. */
export type SavedScope = Exclude<RuleScope, "session">;

/** A rule that counts until the session ends, with the call because of which it was made. */
export interface SessionRule {
	readonly match: string;
	readonly call: string;
}

type Asked = Extract<Verdict, { kind: "ask" }>;

/** Something else that decides about calls: `allow` skips the question, `ask` asks it. What is denied stays denied. */
export type ApprovalJudge = (call: NormalizedCall) => Opinion | undefined;

/** Somebody who answers a question before the user: `allow`, a refusal with its reason, or nothing. */
export type ApprovalAnswerer = (
	call: NormalizedCall,
	signal: AbortSignal,
) => Promise<"allow" | { readonly deny: string } | undefined>;

interface ApprovalRequest {
	readonly call: NormalizedCall;
	readonly signal: AbortSignal;
	readonly emit: (event: ConversationEvent) => Promise<void>;
	/** The child conversation that makes the call; absent for the user's own. */
	readonly agent?: string;
}

/** Approves or denies calls, or asks the user, one question at a time. */
export class ApprovalGate {
	readonly #options: ApprovalGateOptions;
	/** Tools allowed for this session. */
	readonly #allowed = new Set<string>();
	#sessionRules: readonly SessionRule[] = [];
	/** Patterns of hosts allowed for this session. */
	readonly #hosts = new Set<string>();
	readonly #judges = new Set<ApprovalJudge>();
	readonly #answerers = new Set<ApprovalAnswerer>();
	#last: Promise<void> = Promise.resolve();
	#judging: Promise<unknown> = Promise.resolve();
	#asked = 0;
	#wanted = 0;

	constructor(options: ApprovalGateOptions) {
		this.#options = options;
	}

	/** Returns a function that removes the judge. */
	addJudge(judge: ApprovalJudge): () => void {
		this.#judges.add(judge);
		return () => void this.#judges.delete(judge);
	}

	/** Returns a function that removes the answerer. */
	addAnswerer(answerer: ApprovalAnswerer): () => void {
		this.#answerers.add(answerer);
		return () => void this.#answerers.delete(answerer);
	}

	/** Drops permissions that were given for the session. */
	forgetSession(): void {
		this.#allowed.clear();
		this.#hosts.clear();
		this.#sessionRules = [];
	}

	/** What was allowed for this session: tools, and rules for commands. */
	get sessionPermissions(): { readonly tools: readonly string[]; readonly rules: readonly SessionRule[] } {
		return { tools: [...this.#allowed], rules: this.#sessionRules };
	}

	/** `undefined` when the call may run, else the text for the model. */
	async approve(request: ApprovalRequest): Promise<{ refuse: string } | undefined> {
		// Questions keep the order of the calls, even if a tool takes long to decide.
		const judged = unlessAborted(
			this.#judging.then(() => this.#judge(request)),
			request.signal,
		);
		// A failed or aborted decision does not block the next.
		this.#judging = judged.catch(() => {});
		const verdict = await judged;
		return verdict.kind === "ask" ? this.#inTurn(request) : this.#buildRefusal(verdict, request.call.tool);
	}

	#inTurn(request: ApprovalRequest): Promise<{ refuse: string } | undefined> {
		return this.#queued(async () => {
			// An earlier answer may have allowed this call too.
			const verdict = await this.#judge(request);
			return verdict.kind === "ask" ? this.#ask(request, verdict) : this.#buildRefusal(verdict, request.call.tool);
		});
	}

	/** Does what asks the user when it is its turn. Questions are counted from the first that waits until none is left. */
	async #queued<Result>(work: () => Promise<Result>): Promise<Result> {
		const before = this.#last;
		const { promise, resolve } = Promise.withResolvers<void>();
		this.#last = promise;
		this.#wanted++;
		try {
			await before;
			this.#asked++;
			return await work();
		} finally {
			resolve();
			if (this.#asked === this.#wanted) {
				this.#asked = 0;
				this.#wanted = 0;
			}
		}
	}

	/** Whether programs in the box may reach a host; `undefined` when nobody can be asked. */
	async askAboutHost(host: AskedHost): Promise<boolean | undefined> {
		if (this.#isAllowedHost(nameAsked(host))) return true;
		const port = this.#options.port();
		if (!port) return undefined;
		return this.#queued(async () => {
			const position = this.#asked;
			const question = hostQuestion(host, () => ({ position, total: this.#wanted }));
			const answer = await port(question, { signal: new AbortController().signal });
			if (answer === undefined || answer.choice.startsWith("deny")) return false;
			if (answer.choice === "always-rule") await this.#allowHost(answer.rule, answer.scope, async () => {});
			return true;
		});
	}

	async #ask(request: ApprovalRequest, { decision }: Asked): Promise<{ refuse: string } | undefined> {
		const { call, signal, emit, agent } = request;
		const { tool } = call;
		const answererVerdict = await this.#answered(request, decision);
		if (answererVerdict !== undefined)
			return answererVerdict === "allow" ? undefined : { refuse: deniedByUser(tool.name, answererVerdict.deny) };
		const port = this.#options.port();
		if (!port) {
			if (agent !== undefined) return { refuse: nobodyToAskForAgent(tool.name, decision) };
			return { refuse: nobodyToAsk(tool.name, decision, await this.#whatAllows(request)) };
		}
		if (signal.aborted) throw new ToolAbortError();
		// Nobody is asked about what cannot be done.
		const objection = await objectionTo(call);
		if (objection !== undefined) return { refuse: objection };
		const subject = { toolCallId: call.id, toolName: tool.name };
		const reason = decision.reason ? { reason: decision.reason } : {};
		const position = this.#asked;
		const takesRules = this.#options.allowMatching !== undefined;
		const queue = () => ({ position, total: this.#wanted });
		const question = await approvalQuestion(call, decision, queue, {
			takesRules,
			takesProject: this.#options.allowInProject !== undefined,
			...(agent !== undefined && { agent }),
		});
		await emit({ type: "tool_approval_requested", ...subject, approvalMode: this.#options.mode(), ...reason });
		const answer = await unlessAborted(port(question, { signal }), signal).catch(async (error: unknown) => {
			await emit({ type: "tool_approval_resolved", ...subject, approved: false, reason: "aborted" });
			throw error;
		});
		const approved = answer !== undefined && !answer.choice.startsWith("deny");
		const isForTool = ["approve-session", "always-project", "always"].includes(answer?.choice ?? "");
		if (isForTool) this.#allowed.add(tool.name);
		const feedback = answer?.choice === "deny-with-feedback" ? answer.feedback.trim() : "";
		await emit({ type: "tool_approval_resolved", ...subject, approved, ...(feedback && { reason: feedback }) });
		if (answer?.choice === "always") {
			await this.#remember(`tools.approval.${tool.name}`, this.#options.allowAlways(tool.name), emit);
		} else if (answer?.choice === "always-project") {
			await this.#remember(`tools.approval.${tool.name}`, this.#options.allowInProject?.(tool.name), emit);
		} else if (answer?.choice === "always-rule") {
			const { rule: match, scope } = answer;
			if (decision.leavesBox) {
				await this.#remember("sandbox settings", this.#options.allowLeaving?.(match, scope), emit);
				return undefined;
			}
			if (decision.tier === "network") {
				await this.#allowHost(match, scope, emit);
				return undefined;
			}
			const call = question.rule?.call ?? match;
			if (scope === "session") this.#sessionRules = [...this.#sessionRules, { match, call }];
			else await this.#remember("the rule", this.#options.allowMatching?.(match, call, scope), emit);
		}
		return approved ? undefined : { refuse: deniedByUser(tool.name, feedback) };
	}

	/** What an answerer says; what must be asked about in any case it can only refuse. */
	async #answered({ call, signal }: ApprovalRequest, decision: Asked["decision"]) {
		if (this.#answerers.size === 0) return undefined;
		const answers = await Promise.all([...this.#answerers].map((answerer) => answerer(call, signal)));
		const refusal = answers.find((answer) => typeof answer === "object");
		if (refusal) return refusal;
		const mustAsk = mustBeAsked(decision, this.#policyFor(call.tool)?.policy);
		return answers.includes("allow") && !mustAsk ? ("allow" as const) : undefined;
	}

	async #remember(what: string, written: Promise<void> | undefined, emit: ApprovalRequest["emit"]): Promise<void> {
		try {
			await written;
		} catch (error) {
			// The call still runs, but the next one will be asked about again.
			const why = errorMessage(error);
			const message = `Could not write ${what}: ${why}`;
			await emit({ type: "notice", level: "warning", message, source: "approval" });
		}
	}

	async #allowHost(pattern: string, scope: RuleScope, emit: ApprovalRequest["emit"]): Promise<void> {
		this.#hosts.add(pattern);
		if (scope !== "session") await this.#remember("web.hosts", this.#options.allowHost?.(pattern, scope), emit);
	}

	#isAllowedHost(host: string): boolean {
		return [...this.#hosts, ...(this.#options.hosts?.() ?? [])].some((pattern) => matchesWildcard(pattern, host));
	}

	/** The user's settings with which the call would run unasked. */
	async #whatAllows(request: ApprovalRequest): Promise<readonly string[]> {
		const settings = [
			["--yolo", { mode: "yolo" }],
			[`tools.approval.${request.call.tool.name}: allow`, { userPolicy: "allow" }],
		] as const;
		const verdicts = await Promise.all(settings.map(([, changes]) => this.#judge(request, changes)));
		return settings.flatMap(([setting], index) => (verdicts[index]?.kind === "allow" ? [setting] : []));
	}

	#policyFor(tool: AgentTool): FoundPolicy | undefined {
		return findPolicy(tool, this.#options.policies(), this.#options.tools?.());
	}

	#buildRefusal(verdict: Exclude<Verdict, Asked>, tool: AgentTool): { refuse: string } | undefined {
		if (verdict.kind === "allow") return undefined;
		return { refuse: blockedByPolicy(tool, verdict, this.#policyFor(tool)?.key) };
	}

	async #judge(
		{ call }: ApprovalRequest,
		changes: Partial<Pick<CallRules, "mode" | "userPolicy">> = {},
	): Promise<Verdict> {
		const { tool } = call;
		const decision = await toolDecision(call);
		const written = this.#policyFor(tool)?.policy;
		return decideCall(decision, {
			mode: this.#options.mode(),
			userPolicy: written !== "deny" && this.#allowed.has(tool.name) ? "allow" : written,
			...changes,
			isAllowedHost: (host) => this.#isAllowedHost(host),
			opinions: () => [...this.#judges].flatMap((judge) => judge(call) ?? []),
		});
	}
}

async function objectionTo({ tool, arguments: args }: NormalizedCall): Promise<string | undefined> {
	try {
		return await tool.validateWhileStreaming?.(args, { isComplete: true });
	} catch {
		// The call itself will say what is wrong.
		return undefined;
	}
}

function unlessAborted<Value>(answer: Promise<Value>, signal: AbortSignal): Promise<Value> {
	const { promise, reject } = Promise.withResolvers<never>();
	const stop = () => reject(new ToolAbortError());
	if (signal.aborted) stop();
	signal.addEventListener("abort", stop, { once: true });
	return Promise.race([answer, promise]).finally(() => signal.removeEventListener("abort", stop));
}
