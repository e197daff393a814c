import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { ToolCallContext, ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import type {
	AgentLetter,
	MessageDetails,
	MessageReceipt,
	MessageRequest,
	OneTask,
	PeerRow,
	SingleResult,
	TaskDetails,
	TaskRequest,
} from "@oh-my-pi/pi-tools/services/agent-service";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import type { Conversation } from "../conversation/conversation.ts";
import { agentMessageSettings } from "../settings/sections/agent-messages.ts";
import { taskSettings } from "../settings/sections/task.ts";
import type { AgentHistory } from "../urls/history-url.ts";
import type { AgentOutput, AgentOverview } from "../workbench/agent-host.ts";
import type { Workbench } from "../workbench/workbench.ts";
import { AwaitedAnswers } from "./messages/answer-messages.ts";
import { deliverMessage } from "./messages/deliver-message.ts";
import { Mailboxes } from "./messages/mailboxes.ts";
import { letterHook } from "./messages/message-hook.ts";
import { runMessageOp } from "./messages/message-ops.ts";
import { AgentIds } from "./run/agent-ids.ts";
import { overviewOf } from "./run/describe-member.ts";
import type { Isolate } from "./run/isolated-copy.ts";
import type { Member } from "./run/member.ts";
import { Slots } from "./run/run-limit.ts";
import { runOne } from "./run/run-one.ts";
import { runTasks } from "./run/run-tasks.ts";
import type { ParentSeat, TeamPort, TeamPorts } from "./run/team-port.ts";
import { reviveMember } from "./stored/open-member.ts";
import { countUsage, earlierMembers, memberMessages, namesIn } from "./stored/stored-members.ts";

/** The sub-agents of a workbench: who there is, what they do, and how they reach each other. */
export class Team implements TeamPort {
	readonly workbench: Workbench;
	readonly emit: TeamPorts["emit"];
	readonly serviceFor: TeamPorts["serviceFor"];
	readonly mail = new Mailboxes();
	readonly #answers: AwaitedAnswers;
	readonly #members = new Map<string, Member>();
	readonly #ids: AgentIds;
	readonly #slots = new Map<string, Slots>();
	readonly #listeners = new Set<() => void>();
	/** Agents that wait for their turn. */
	readonly #expected = new Set<string>();
	/** Sessions whose folder was looked through. */
	readonly #scanned = new Set<string>();
	readonly #joined = new WeakSet<Conversation>();

	constructor(workbench: Workbench, { emit, serviceFor, whenChanged }: TeamPorts) {
		if (whenChanged) this.#listeners.add(whenChanged);
		this.workbench = workbench;
		this.emit = emit;
		this.serviceFor = serviceFor;
		this.#answers = new AwaitedAnswers({
			now: workbench.host.now,
			newId: workbench.host.newId,
			deliver: (letter) => {
				const top = this.#members.get(letter.from)?.top;
				if (top) void this.deliver(letter, top);
			},
		});
		this.#ids = new AgentIds((id) => this.#members.has(id) || workbench.findConversation(id) !== undefined);
	}

	/** Makes copies of the project, by the user's settings. */
	readonly isolate: Isolate = async (spec) => {
		const { makeIsolate } = await import("./isolation/make-isolate.ts");
		return makeIsolate(this.workbench)(spec);
	};

	/** All sub-agents of a session, oldest first. */
	members(top: Conversation): readonly Member[] {
		this.#scan(top);
		return [...this.#members.values()].filter((member) => member.top === top);
	}

	/** Whether any agent was started or found. */
	get hasMembers(): boolean {
		return this.#members.size > 0;
	}

	find(id: string): Member | undefined {
		return this.#members.get(id);
	}

	/** Called when an agent comes, goes or changes. */
	onChange(listener: () => void): () => void {
		this.#listeners.add(listener);
		return () => void this.#listeners.delete(listener);
	}

	changed(): void {
		for (const listener of [...this.#listeners]) listener();
	}

	/** Starts the agents of a call of `task`. */
	run(seat: ParentSeat, request: TaskRequest, call: ToolCallContext<TaskDetails>): Promise<ToolOutput<TaskDetails>> {
		this.#join(this.topOf(seat.conversation));
		return runTasks(this, seat, request, call);
	}

	/** Runs one agent for code of its parent's. */
	runOne(seat: ParentSeat, request: OneTask, signal: AbortSignal): Promise<SingleResult> {
		this.#join(this.topOf(seat.conversation));
		return runOne(this, seat, request, signal);
	}

	message(
		seat: ParentSeat,
		request: MessageRequest,
		call: ToolCallContext<MessageDetails>,
	): Promise<ToolOutput<MessageDetails>> {
		const { conversation } = seat;
		const { jobs, host, settings } = this.workbench;
		const top = this.topOf(conversation);
		this.#join(top);
		return runMessageOp(request, call, {
			self: conversation.id,
			mail: this.mail,
			jobs,
			now: host.now,
			newId: host.newId,
			timeoutMs: settings.get(agentMessageSettings.timeoutMs),
			peers: () => this.peers(top).filter(({ id }) => id !== conversation.id),
			expected: () => [...this.#expected],
			deliver: (letter) => this.deliver(letter, top, { isAwaited: request.await ?? false }),
			onStatus: (listener) => this.onChange(listener),
			whenSteered: (signal) => conversation.whenSteered(signal),
		});
	}

	/** The user's conversation and its agents. */
	peers(top: Conversation): PeerRow[] {
		const main: PeerRow = {
			id: top.id,
			status: top.isStreaming ? "running" : "idle",
			kind: "main",
			lastActivityMs: top.messages.at(-1)?.timestamp ?? this.workbench.host.now(),
			unread: this.mail.unread(top.id),
		};
		const subs = this.members(top).map(({ id, status, agent, parentId, lastActivityMs }): PeerRow => {
			return { id, status, kind: "sub", agent, parent: parentId, lastActivityMs, unread: this.mail.unread(id) };
		});
		return [main, ...subs];
	}

	/** Brings a message to an agent: into its run, or by waking or reviving it. */
	deliver(letter: AgentLetter, top: Conversation, { isAwaited = false } = {}): Promise<MessageReceipt> {
		this.#scan(top);
		this.#answers.note(letter, { isAwaited });
		return deliverMessage(letter, {
			top,
			mail: this.mail,
			now: this.workbench.host.now,
			isExpected: (id) => this.#expected.has(id),
			find: (id) => this.#members.get(id),
			revive: (member) => this.revive(member),
			onWake: (member) => this.#setStatus(member, "running"),
		});
	}

	/** Reopens a parked agent; false when that is not possible. */
	async revive(member: Member): Promise<boolean> {
		await member.closing;
		if (member.opened) return true;
		if (member.status !== "parked" || member.sessionFile === undefined || member.isIsolated) return false;
		member.reviving ??= reviveMember(this, member).finally(() => {
			member.reviving = undefined;
		});
		return member.reviving;
	}

	/** All agents of a session, for lists. */
	overview(top: Conversation): AgentOverview[] {
		return this.members(this.topOf(top)).map((member) => overviewOf(member, this.workbench.host.now()));
	}

	async messagesOf(member: Member): Promise<readonly AgentMessage[]> {
		return memberMessages(member, member.top.log.environment);
	}

	/** A word of the user's: into its run, or as its next prompt. */
	async say(member: Member, text: string, as: "steer" | "follow_up" = "steer"): Promise<void> {
		if (!(await this.revive(member))) throw new Error(`${member.id} cannot be talked to any more`);
		const conversation = this.#members.get(member.id)?.opened?.conversation;
		if (!conversation) throw new Error(`${member.id} has just ended`);
		clearTimeout(member.parkTimer);
		const sent = conversation.submit({ type: conversation.isStreaming ? as : "prompt", text });
		sent.catch((error: unknown) => member.top.notify("warning", `${member.id}: ${error}`, "agents"));
	}

	/** Stops the present work of an agent; it stays and can be talked to. */
	interrupt(member: Member): void {
		if (member.stop) member.stop("Stopped by the user", { stays: true });
		else void member.opened?.conversation.submit({ type: "abort" });
	}

	/** Ends an agent for good; its log stays. */
	async kill(member: Member, reason = "Killed by the user"): Promise<void> {
		member.stop?.(reason);
		await this.close(member, "aborted");
	}

	/** Counts agents that run at once, by parent. */
	slotsOf(parentId: string): Slots {
		const known = this.#slots.get(parentId);
		if (known) return known;
		const slots = new Slots(() => this.workbench.settings.get(taskSettings.maxConcurrency));
		this.#slots.set(parentId, slots);
		return slots;
	}

	allocateId(seat: ParentSeat, wanted: string | undefined): string {
		const top = this.topOf(seat.conversation);
		this.#scan(top);
		const parentId = seat.depth === 0 ? undefined : seat.conversation.id;
		const folder = seat.conversation.log.artifactsDirectory;
		const isOnDisk = (id: string) =>
			folder !== undefined && [".md", ".jsonl", ".patch"].some((ending) => existsSync(join(folder, id + ending)));
		for (;;) {
			const id = this.#ids.allocate(wanted, parentId, this.workbench.host.newId());
			if (!isOnDisk(id)) return id;
		}
	}

	expect(ids: readonly string[]): void {
		for (const id of ids) this.#expected.add(id);
	}

	add(member: Member): void {
		this.#expected.delete(member.id);
		this.#members.set(member.id, member);
		this.changed();
	}

	/** Follows an agent that was opened: its status, its messages, and its time to be parked. */
	follow(member: Member): void {
		const { conversation } = member.opened ?? {};
		if (!conversation) return;
		conversation.addHook((live) =>
			letterHook(this.mail, live, (letters) => {
				for (const letter of letters) void this.deliver(letter, member.top);
			}),
		);
		const answer = this.#answers.follow(member);
		conversation.subscribe((event) => {
			this.emit("task:subagent:event", { id: member.id, event });
			// Before its status, which tells those who wait that nothing more will come.
			answer(event);
			if (event.type === "message_update") member.reply = event.message;
			else if (event.type === "message_end") member.reply = undefined;
			if (event.type === "tool_execution_start") member.activity = event.intent || event.toolName;
			else if (event.type === "agent_start") {
				member.activity = undefined;
				this.#setStatus(member, "running");
			} else if (event.type === "agent_end") this.settle(member);
		}, "team");
	}

	/** The agent has nothing to do now. */
	settle(member: Member): void {
		if (!member.opened || member.status === "aborted" || member.stop) return;
		this.#setStatus(member, "idle");
		clearTimeout(member.parkTimer);
		const idleMs = this.workbench.settings.get(taskSettings.agentIdleTtlMs);
		// Without a file there is nothing to revive it from.
		if (idleMs <= 0 || member.sessionFile === undefined) return;
		member.parkTimer = setTimeout(() => void this.park(member), idleMs);
		member.parkTimer.unref?.();
	}

	/** Closes the conversation of an idle agent; a message reopens it. */
	async park(member: Member): Promise<void> {
		const conversation = member.opened?.conversation;
		if (!conversation || conversation.isStreaming || this.workbench.jobs.hasRunning(member.id)) return;
		await this.close(member, "parked");
	}

	/** Parked and aborted agents, which have no conversation. */
	earlier(top: Conversation): AgentHistory[] {
		return this.members(this.topOf(top))
			.filter(({ opened }) => !opened)
			.map((member) => ({
				id: member.id,
				status: member.status,
				kind: "sub",
				parent: member.parentId,
				lastActivityMs: member.lastActivityMs,
				messages: () => memberMessages(member, top.log.environment),
			}));
	}

	async output(top: Conversation, id: string): Promise<AgentOutput | undefined> {
		const member = this.members(this.topOf(top)).find((candidate) => candidate.id === id);
		if (!member) return undefined;
		if (member.outputPath === undefined) return member.output === undefined ? undefined : { text: member.output };
		try {
			return { text: await readFile(member.outputPath, "utf8"), path: member.outputPath };
		} catch {
			// It has handed in nothing yet.
			return undefined;
		}
	}

	async outputIds(top: Conversation): Promise<string[]> {
		return this.members(this.topOf(top))
			.filter(({ outputPath, output }) => (outputPath === undefined ? output !== undefined : existsSync(outputPath)))
			.map(({ id }) => id)
			.toSorted();
	}

	/** The user's conversation above one. */
	topOf(conversation: Conversation): Conversation {
		return this.workbench.topOf(conversation);
	}

	/** The user's conversation takes part in messages, and ends its agents with its session. */
	#join(top: Conversation): void {
		if (this.#joined.has(top)) return;
		this.#joined.add(top);
		let sessionId = top.log.id;
		top.addHook((live) => ({
			...letterHook(this.mail, live, (letters) => {
				for (const letter of letters) void this.deliver(letter, top);
			}),
			onHistoryReplaced: () => {
				if (top.log.id === sessionId) return;
				sessionId = top.log.id;
				void this.#leave(top);
			},
			dispose: () => this.#leave(top),
		}));
	}

	/** The session of a conversation is over: its agents end, and are forgotten. */
	async #leave(top: Conversation): Promise<void> {
		const left = [...this.#members.values()].filter((member) => member.top === top);
		for (const member of left) {
			member.isLeft = true;
			this.#members.delete(member.id);
			this.mail.forget(member.id);
			this.#answers.forget(member.id);
			this.#ids.free(member.id);
		}
		this.#scanned.clear();
		for (const member of left) clearTimeout(member.parkTimer);
		const jobs = this.workbench.jobs.list(top.id).filter(({ type }) => type === "task");
		this.workbench.jobs.markSeen(jobs.map(({ id }) => id));
		const open = left.flatMap((member) => member.opened?.conversation ?? []);
		for (const member of left) member.stop?.("The session has ended");
		await Promise.all(open.map((conversation) => conversation.dispose("parent ended")));
		this.changed();
	}

	async close(member: Member, status: "aborted" | "parked"): Promise<void> {
		clearTimeout(member.parkTimer);
		const conversation = member.opened?.conversation;
		member.opened = undefined;
		member.used = conversation?.log.knownUsage ?? member.used;
		// When the session ends, its agents are closed by it, and can be revived with it.
		if (!conversation || member.isLeft) return;
		if (status === "aborted") conversation.log.appendCustomEntry("agent_aborted", {});
		member.closing = conversation.dispose(status);
		await member.closing;
		this.#setStatus(member, status);
	}

	#setStatus(member: Member, status: Member["status"]): void {
		member.status = status;
		member.lastActivityMs = this.workbench.host.now();
		this.changed();
	}

	/** Finds agents of an earlier run of the session. */
	#scan(top: Conversation): void {
		const folder = top.log.artifactsDirectory;
		if (folder === undefined || this.#scanned.has(folder)) return;
		this.#scanned.add(folder);
		const known = new Set([...this.#members.values()].map(({ sessionFile }) => basename(sessionFile ?? "")));
		const earlier = earlierMembers(folder, top, { list: namesIn }).filter(
			({ sessionFile }) => !known.has(basename(sessionFile ?? "")),
		);
		for (const member of earlier) this.#members.set(member.id, member);
		if (earlier.length === 0) return;
		const counting = countUsage(earlier, top.log.environment).then(() => this.changed());
		void ignoreFailure(counting, "a log that cannot be read costs nothing");
	}
}
