import type { Style, Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { Registry } from "@oh-my-pi/pi-utils/registry";
import type { PromptLoop } from "../../../commands/contract/prompt-loop.ts";
import type { RemoteState } from "../../../conversation/contract/remote-runs.ts";
import type { ConversationEvent } from "../../../conversation/event/event.ts";
import { replySpeed } from "../../../conversation/queries/reply-speed.ts";
import { approvalSettings } from "../../../settings/sections/agent/approval.ts";
import { gitSettings } from "../../../settings/sections/agent/session.ts";
import { statusLineSettings } from "../../../settings/sections/screen/status-line.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { ShownMode } from "../../../workbench/work-mode.ts";
import { GitWatch } from "./git/git-watch.ts";
import { localGit } from "./git/local-git.ts";
import { type StatusLayout, statusPresets } from "./presets.data.ts";
import type { StatusFacts, StatusSegment } from "./segments/segment.ts";
import { statusLine } from "./status-line.ts";
import { UsageWatch } from "./usage-watch.ts";

export interface StatusOptions {
	readonly session: OpenedConversation;
	readonly theme: Theme;
	readonly segments: Registry<StatusSegment>;
	readonly hostname: string;
	readonly loop: Pick<PromptLoop, "progress">;
	readonly requestRender: () => void;
	/** What extensions have to say. */
	readonly statuses?: () => readonly string[];
	/** Of a session that somebody else shares, also while it is being joined. */
	readonly remote?: () => RemoteState | undefined;
}

type Measured = Pick<StatusFacts, "contextTokens" | "used" | "tokensPerSecond">;

/** Collects the facts for the status line from the conversation and the repository. */
export class Status implements Disposable {
	readonly #options: StatusOptions;
	readonly #active: ActiveTime;
	readonly #git: GitWatch;
	readonly #usage: UsageWatch;
	readonly #ends: ReadonlyArray<() => unknown>;
	/** Until the conversation has changed. */
	#measured: Measured | undefined;
	/** The session it was measured in. */
	#measuredId: string | undefined;

	constructor(options: StatusOptions) {
		const { session, requestRender } = options;
		const { host, folder, conversation, settings } = session;
		this.#options = options;
		this.#active = new ActiveTime(host.now);
		this.#git = new GitWatch(
			localGit(host.env, host.now, (path) => session.workbench.gate.at(path)),
			() => folder.path,
			requestRender,
		);
		this.#usage = new UsageWatch(() => {
			this.#measured = undefined;
			requestRender();
		});
		this.#ends = [
			conversation.subscribe((event) => this.#observe(event)),
			settings.watch([...Object.values(statusLineSettings), approvalSettings.approvalMode], requestRender),
			options.segments.onChange(requestRender),
			settings.watch([gitSettings.enabled], () => {
				this.start();
				requestRender();
			}),
		];
	}

	/** Starts watching the repository, which takes processes and files. */
	start(): void {
		if (this.#options.session.settings.get(gitSettings.enabled)) this.#git.start();
	}

	line(width: number, border: Style): string {
		const { session, theme, segments } = this.#options;
		const { settings } = session;
		const style = {
			theme,
			segments,
			layout: layoutIn(settings),
			separator: settings.get(statusLineSettings.separator),
			isTransparent: settings.get(statusLineSettings.transparent),
			segmentOptions: settings.get(statusLineSettings.segmentOptions),
			gap: this.accent ?? border,
		};
		return statusLine(this.#facts(), style, width);
	}

	/** The branch of the repository, when it is known. */
	get branch(): string | undefined {
		return this.#git.state?.branch;
	}

	/** The color of the session, when it has a name and the user wants that. */
	get accent(): Style | undefined {
		const { session, theme } = this.#options;
		const { name } = session.log;
		if (name === undefined || !session.settings.get(statusLineSettings.sessionAccent)) return undefined;
		return sessionAccent(name, theme);
	}

	[Symbol.dispose](): void {
		this.#git[Symbol.dispose]();
		for (const end of this.#ends) end();
	}

	#observe(event: ConversationEvent): void {
		this.#active.handle(event);
		if (event.type !== "message_update" && event.type !== "tool_execution_update") this.#measured = undefined;
	}

	#facts(): StatusFacts {
		const { session, hostname, loop } = this.#options;
		const { conversation, host, log, folder, jobs } = session;
		const { model } = conversation;
		const remote = this.#options.remote?.() ?? conversation.remote?.state;
		if (this.#measuredId !== log.id) this.#measured = undefined;
		this.#measuredId = log.id;
		this.#measured ??= measure(session, this.#usage);
		const agents = session.workbench.features.agents?.overview(conversation) ?? [];
		const { used } = this.#measured;
		return {
			...describeMode(session, loop),
			...this.#measured,
			...(remote && { contextTokens: remote.contextTokens ?? 0 }),
			// What sub-agents cost is part of the session's price.
			used: { ...used, costUsd: agents.reduce((sum, { cost }) => sum + cost, used.costUsd) },
			capUsd: session.workbench.budget.capUsd,
			approvalMode: remote ? remote.approvalMode : session.settings.get(approvalSettings.approvalMode),
			isRemote: remote !== undefined,
			modelName: remote ? remote.modelName : model?.name,
			thinkingLevel: remote?.thinkingLevel ?? conversation.thinkingLevel,
			turnLevel: remote ? undefined : conversation.effectiveThinkingLevel,
			canThink: remote ? remote.thinkingLevel !== undefined : (model?.reasoning ?? false),
			cwd: remote ? remote.cwd : folder.path,
			// Whose home it is there nobody says.
			home: remote ? "/" : host.home,
			git: !remote && session.settings.get(gitSettings.enabled) ? this.#git.state : undefined,
			agents: agents.filter(({ status }) => status === "running").length,
			jobs: jobs().filter(({ type, status }) => type !== "task" && status === "running").length,
			contextWindow: (remote ? remote.contextWindow : model?.contextWindow) || undefined,
			activeMs: this.#active.ms,
			now: host.now(),
			sessionId: log.id,
			sessionName: log.name,
			hostname,
			statuses: this.#options.statuses?.() ?? [],
		};
	}
}

function describeMode(session: OpenedConversation, loop: StatusOptions["loop"]): Pick<StatusFacts, "mode"> {
	const mode = session.workbench.features.mode(session);
	if (loop.progress && !mode?.isLimit) return { mode: loopMode(loop.progress) };
	return mode ? { mode } : {};
}

export function loopMode({ round, rounds }: { readonly round: number; readonly rounds?: number }): ShownMode {
	return { symbol: "icon.loop", text: `Loop ${[round, rounds ?? []].flat().join("/")}` };
}

function layoutIn(settings: OpenedConversation["settings"]): StatusLayout {
	const preset = settings.get(statusLineSettings.preset);
	if (preset !== "custom") return statusPresets[preset];
	return { left: settings.get(statusLineSettings.leftSegments), right: settings.get(statusLineSettings.rightSegments) };
}

function measure({ conversation, log }: OpenedConversation, usage: UsageWatch): Measured {
	const { messages, context } = conversation;
	const { cost: costUsd, input, output, cacheRead, cacheWrite } = usage.of(log);
	return {
		// Before anything was said there is nothing to weigh.
		contextTokens: messages.length === 0 ? 0 : context.usage.tokens,
		used: { input, output, cacheRead, cacheWrite, costUsd },
		tokensPerSecond: replySpeed(messages),
	};
}

/** A color by which a named session is known again; the same name has always the same one. */
function sessionAccent(name: string, theme: Theme): Style {
	const colors = [
		theme.syntaxKeyword,
		theme.syntaxFunction,
		theme.syntaxString,
		theme.syntaxNumber,
		theme.syntaxType,
		theme.statusLineCost,
	];
	return colors[Number(Bun.hash(name) % BigInt(colors.length))] ?? theme.border;
}

/** Counts for how long the model and its tools have been at work. */
class ActiveTime {
	readonly #now: () => number;
	#doneMs = 0;
	#since: number | undefined;

	constructor(now: () => number) {
		this.#now = now;
	}

	get ms(): number {
		return this.#doneMs + (this.#since === undefined ? 0 : this.#now() - this.#since);
	}

	handle(event: ConversationEvent): void {
		if (event.type === "agent_start") this.#since ??= this.#now();
		if (event.type !== "agent_end") return;
		this.#doneMs = this.ms;
		this.#since = undefined;
	}
}
