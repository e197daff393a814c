import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { FleetError } from "@oh-my-pi/pi-fleet/contract/fleet-error";
import type { Claim, Renewal } from "@oh-my-pi/pi-fleet/contract/fleet-queue";
import type { TaskProgress, TaskResult } from "@oh-my-pi/pi-fleet/contract/task";
import { sleep } from "@oh-my-pi/pi-utils/abort";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import { checkTask } from "./check/check-task.ts";
import { TaskFailure, TaskStopped } from "./contract/task-failure.ts";
import { TaskStop } from "./contract/task-stop.ts";
import type { TaskPhase } from "./contract/worker-event.ts";
import { deliver } from "./deliver/deliver.ts";
import type { HeldLease } from "./lease/held-lease.ts";
import answerMissing from "./prompts/answer-missing.md" with { type: "text" };
import answerWanted from "./prompts/answer-wanted.md" with { type: "text" };
import continuePrompt from "./prompts/continue.md" with { type: "text" };
import { AgentWork, resumedLog } from "./session/agent-work.ts";
import { readAnswer } from "./session/answer-tool.ts";
import { type LogState, readLog } from "./session/read-log.ts";
import { SessionSegments } from "./session/session-segments.ts";
import { Shipper } from "./session/shipper.ts";
import { agentEnvironment, checkEnvironment, hideOthers } from "./session/task-environment.ts";
import { type TaskEnd, TaskEnding } from "./task-ending.ts";
import type { WorkerTools } from "./worker-tools.ts";
import { makeWorkspace, placeFiles, removeWorkspace, type Workspace } from "./workspace/make-workspace.ts";

/** An answer is asked for again this often. */
const maxReminders = 2;
/** Whatever an agent started is killed within a second of its end. */
const settledMs = 2000;

/** One attempt at a task: workspace, agent, check, delivery, each of which goes on where an earlier attempt was. */
export class TaskRun {
	readonly lease: HeldLease;
	readonly #claim: Claim;
	readonly #tools: WorkerTools;
	readonly #stop = new TaskStop();
	readonly #shipper: Shipper;
	readonly #folder: string;
	readonly #ending: TaskEnding;
	#agent: AgentWork | undefined;
	/** Messages that came before they were acknowledged come again. */
	readonly #heard = new Set<number>();
	#removed = Promise.resolve();
	#workspace: Workspace | undefined;

	constructor(claim: Claim, lease: HeldLease, tools: WorkerTools) {
		this.lease = lease;
		this.#claim = claim;
		this.#tools = tools;
		this.#folder = join(tools.folder, `${claim.task}-${claim.fence}`);
		const { queue, store, emit } = tools;
		this.#shipper = new Shipper(
			{
				queue,
				store,
				lease,
				onRecorded: (progress) => emit({ type: "task_progress", task: claim.task, progress }),
				onProblem: (message) => emit({ type: "problem", task: claim.task, message }),
			},
			claim.value.progress,
		);
		this.#ending = new TaskEnding(queue, lease, this.#shipper);
		lease.onRenewal = (renewal) => this.#renewed(renewal);
		lease.signal.addEventListener("abort", () => this.#stop.now(new TaskStopped("lost")), { once: true });
	}

	/** Finish the turn, ship it, give the task back. */
	handBack(): void {
		this.#stop.handBack();
	}

	/** Give it back with what has been shipped. */
	handBackNow(): void {
		this.#stop.now(new TaskStopped("hand-back"));
	}

	async run(): Promise<TaskEnd> {
		const { task, fence, value } = this.#claim;
		this.#tools.emit({ type: "task_start", task, name: value.name, fence });
		const { minutes } = value.spec.limits;
		const timer = minutes === undefined ? undefined : setTimeout(() => this.#timeUp(minutes), minutes * 60_000);
		let end: TaskEnd;
		try {
			end = await this.#ended(this.#work());
		} finally {
			clearTimeout(timer);
			this.#removed = this.#remove();
		}
		this.#tools.emit(end);
		return end;
	}

	/** Resolves when nothing of it is left on this machine. */
	get removed(): Promise<void> {
		return this.#removed;
	}

	async #remove(): Promise<void> {
		await this.#agent?.[Symbol.asyncDispose]();
		await this.#keepTree();
		await removeWorkspace(this.#folder);
	}

	/** For the next task of the repository, once no program of this one can write to it any more. */
	async #keepTree(): Promise<void> {
		const { pool } = this.#tools;
		const { remote, tree } = this.#workspace ?? {};
		if (remote === undefined || tree === undefined || tree.submodules.length > 0) return;
		if (this.#agent?.hasCalled || this.#claim.value.spec.check) {
			for (let waitedMs = 0; waitedMs < settledMs && !pool.isClosed; waitedMs += 100) await sleep(100);
		}
		await ignoreFailure(() => pool.give(remote, this.#folder), "a tree that is not kept is made again");
	}

	async #work(): Promise<TaskResult> {
		const { spec } = this.#claim.value;
		mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
		this.#phase("workspace");
		const workspace = await this.#makeWorkspace();
		const state = await this.#openSession(workspace);
		let prompt = this.#firstPrompt(workspace, state);
		for (let round = this.#shipper.progress.checkRound; ; round++) {
			if (prompt !== undefined) await this.#runAgent(prompt, round);
			const answer = await this.#takeAnswer(state, round);
			this.#stop.throwIfStopping();
			this.#phase("check", round);
			await workspace.tree.restore(spec.check?.restore ?? []);
			// Without what the check writes.
			const tree = workspace.tree.current;
			const checked = spec.check && (await this.#check(workspace));
			if (!checked || checked.prompt === undefined)
				return this.#deliver(workspace, tree, round, answer, checked?.evidence);
			if (round >= spec.checkRounds) {
				const how = round === 0 ? "" : ` after ${round} ${round === 1 ? "correction" : "corrections"}`;
				throw new TaskFailure("check", `The check still fails${how} (${checked.how})`, {
					check: { ...checked.evidence, rounds: round },
				});
			}
			prompt = checked.prompt;
		}
	}

	async #makeWorkspace(): Promise<Workspace> {
		const { value } = this.#claim;
		const { repository, ref } = value.spec;
		const { changes, baseCommit } = value.progress;
		const { cache, git, pool, store, maxChangeBytes } = this.#tools;
		const { signal } = this.#stop;
		const folder = this.#folder;
		const workspace = await makeWorkspace(
			{ repository, ref, baseCommit, folder, maxChangeBytes, signal },
			{ cache, git, pool },
		);
		this.#workspace = workspace;
		const files = await Promise.all(
			value.spec.files.map(async ({ path, blob }) => ({
				path,
				content: await this.#get(() => store.get(blob, signal)),
			})),
		);
		placeFiles(folder, files);
		if (changes) await workspace.tree.apply(await this.#get(() => store.get(changes, signal)));
		return workspace;
	}

	/** Rebuilds the session of earlier attempts, and makes everything ready for the agent. */
	async #openSession(workspace: Workspace): Promise<LogState> {
		const { lease } = this;
		const { log, turns } = this.#shipper.progress;
		const { store, desk, host, gate, emit, directories, cacheFolder } = this.#tools;
		const sessionDir = join(this.#folder, "session");
		const segments = new SessionSegments();
		const parts = await Promise.all(log.map((part) => this.#get(() => store.get(part, this.#stop.signal))));
		const before = Buffer.concat(parts);
		const resume = turns > 0 ? resumedLog(sessionDir) : undefined;
		if (resume !== undefined) segments.restore(resume, before, workspace.tree.folder);
		else mkdirSync(sessionDir, { recursive: true, mode: 0o700 });
		const token = host.newId();
		hideOthers(this.#folder, workspace.borrowed, [directories.fleet, cacheFolder, ...(directories.others ?? [])]);
		const env = agentEnvironment(host.env, this.#places, gate.valueFor(token));
		this.#agent = new AgentWork({
			...{ claim: this.#claim, lease, stop: this.#stop, tree: workspace.tree, shipper: this.#shipper, segments, desk },
			...{ command: this.#command(), env, resume, sessionDir, emit },
		});
		gate.open(token, this.#agent.gate);
		this.#stop.signal.addEventListener("abort", () => gate.close(token), { once: true });
		const state = readLog(before.toString("utf8"));
		this.#ending.summary = state.text;
		return state;
	}

	get #places() {
		const { directories, cacheFolder, variables } = this.#tools;
		return { home: join(this.#folder, "home"), cache: join(cacheFolder, "home"), directories, variables };
	}

	#command(): string[] {
		const { spec } = this.#claim.value;
		const { omp, sandbox, trustLock } = this.#tools;
		const left =
			spec.limits.usd === undefined ? undefined : Math.max(0.000001, spec.limits.usd - this.#shipper.progress.usd);
		return [
			...[...omp, "--mode", "rpc-ui", "--sandbox", sandbox, "--yolo", "--no-title"],
			...(spec.model === undefined ? [] : ["--model", spec.model]),
			...(left === undefined ? [] : ["--max-cost", left.toFixed(6)]),
			...(trustLock === undefined ? [] : ["--trust-lock", trustLock]),
		];
	}

	/** `undefined` when the agent of an earlier attempt had finished. */
	#firstPrompt(workspace: Workspace, state: LogState): string | undefined {
		const { spec } = this.#claim.value;
		if (this.#shipper.progress.turns > 0) {
			return state.isFinished ? undefined : renderPrompt(continuePrompt, { folder: workspace.tree.folder });
		}
		const wanted = spec.deliver.kind === "json" ? [answerWanted.trim()] : [];
		return [...(spec.context === undefined ? [] : [spec.context]), ...workspace.notes, spec.prompt, ...wanted].join(
			"\n\n",
		);
	}

	async #runAgent(prompt: string, round: number): Promise<void> {
		this.#stop.throwIfStopping();
		this.#phase("agent", round);
		this.#openAgent.checkRound = round;
		const { text, stopReason, error, isBudget } = await this.#openAgent.run(prompt);
		await this.#shipper.drained();
		this.#stop.throwIfStopping();
		this.#ending.summary = text ?? this.#ending.summary;
		if (stopReason === "stop" || stopReason === "length") return;
		const { usd } = this.#claim.value.spec.limits;
		if (isBudget && usd !== undefined) {
			throw new TaskFailure(
				"limit",
				`The task has used its ${usd} USD, or its next request could cost more than is left. ${error ?? ""}`.trim(),
			);
		}
		throw new TaskFailure("model", error ?? `The model stopped: ${stopReason}`);
	}

	/** The answer that the task is about, which is asked for again where it is missing. */
	async #takeAnswer(state: LogState, round: number): Promise<{ readonly value: unknown } | undefined> {
		const { deliver: how } = this.#claim.value.spec;
		if (how.kind !== "json") return undefined;
		for (let reminders = 0; ; reminders++) {
			const found = this.#openAgent.answer ?? state.answer;
			if (found) {
				const { value, problems } = this.#openAgent.answer
					? { ...found, problems: [] }
					: readAnswer(found.value, how.schema);
				if (problems.length === 0) return { value };
			}
			if (reminders >= maxReminders)
				throw new TaskFailure("answer", "The model ended without an answer that fits the schema");
			await this.#runAgent(answerMissing.trim(), round);
		}
	}

	async #check(workspace: Workspace) {
		const { check } = this.#claim.value.spec;
		if (!check) return undefined;
		const { omp, sandbox, host } = this.#tools;
		const isBoxed = sandbox !== "off";
		const checked = await checkTask({
			check,
			cwd: workspace.tree.folder,
			env: checkEnvironment(agentEnvironment(host.env, this.#places, ""), { isBoxed }),
			box: isBoxed ? [...omp, "sandbox", "run", "--"] : [],
			outputFile: join(this.#folder, "check-output"),
			signal: this.#stop.signal,
		});
		const output = checked.output.length === 0 ? null : await this.#shipper.put("check", checked.output);
		return { ...checked, evidence: { exitCode: checked.exitCode, output } };
	}

	async #deliver(
		workspace: Workspace,
		tree: string,
		round: number,
		answer: { readonly value: unknown } | undefined,
		check: Omit<NonNullable<TaskResult["check"]>, "rounds"> | undefined,
	): Promise<TaskResult> {
		this.#stop.throwIfStopping();
		this.#phase("delivery", round);
		const patch = await workspace.tree.patch(tree);
		const files = await workspace.tree.numbers(tree);
		const stored = patch.length > 0 ? await this.#shipper.put("patch", patch) : undefined;
		const evidence: Partial<TaskResult> = {
			...(stored && { patch: stored }),
			files,
			...(answer && { json: answer.value }),
			...(check && { check: { ...check, rounds: round } }),
		};
		this.#stop.isDelivering = true;
		try {
			const delivered = await deliver({
				...{
					task: this.#claim.value,
					workspace,
					tree,
					progress: this.#shipper.progress,
					summary: this.#ending.summary,
				},
				...{ folder: this.#folder, env: this.#tools.host.env, signal: this.#stop.signal },
				announce: async (delivering) => {
					await this.lease.sure(this.#stop.signal);
					await this.#shipper.announce(delivering);
				},
			});
			return { ...evidence, ...delivered, message: await this.#message(workspace, files.changed, delivered, answer) };
		} catch (error) {
			if (error instanceof TaskFailure)
				throw new TaskFailure(error.reason, error.message, { ...evidence, ...error.evidence });
			throw error;
		}
	}

	async #message(
		workspace: Workspace,
		changed: number,
		{ branch, pullRequest }: Partial<TaskResult>,
		answer: object | undefined,
	): Promise<string> {
		const submodules = await workspace.tree.changedSubmodules();
		const left =
			submodules.length === 0 ? "" : ` Changes inside submodules (${submodules.join(", ")}) are not delivered.`;
		const files = `${changed} ${changed === 1 ? "file" : "files"} changed`;
		if (changed === 0) return `${answer ? "Answered" : "Nothing had to be changed"}.${left}`;
		if (pullRequest !== undefined) return `${files}, pull request ${pullRequest}.${left}`;
		return `${files}${branch === undefined ? "" : `, on branch ${branch}`}.${left}`;
	}

	/** Settles the task, or gives it back. */
	async #ended(work: Promise<TaskResult>): Promise<TaskEnd> {
		let result: TaskResult;
		try {
			result = await work;
		} catch (error) {
			const reason: unknown = this.#stop.isStopping ? this.#stop.signal.reason : error;
			// The turns that are finished count, whatever came then.
			await Promise.all([this.#agent?.[Symbol.asyncDispose](), this.#shipper.drained().catch(() => {})]);
			return this.#ending.stopped(reason);
		}
		return this.#ending.done(result);
	}

	async #get(work: () => Promise<Uint8Array>): Promise<Uint8Array> {
		try {
			return await this.#shipper.persist("The store", work);
		} catch (error) {
			if (error instanceof FleetError) throw new TaskFailure("error", `The store: ${error.message}`);
			throw error;
		}
	}

	#renewed(renewal: Renewal): void {
		const { queue } = this.#tools;
		if (renewal.isCancelled) {
			this.#stop.now(new TaskStopped("cancelled"));
			return;
		}
		if (renewal.isPaused) this.#stop.handBack();
		const agent = this.#agent;
		if (!agent) return;
		agent.renewed(renewal);
		const fresh = renewal.messages.filter(({ id }) => !this.#heard.has(id));
		for (const message of fresh) {
			this.#heard.add(message.id);
			if (message.kind === "steer") agent.steer(message.text);
			if (message.kind === "answer") agent.answerQuestion(message.question, message.value);
		}
		if (renewal.messages.length === 0) return;
		const ids = renewal.messages.map(({ id }) => id);
		queue
			.acknowledge(this.lease, ids)
			.catch((error) => this.#tools.emit({ type: "problem", task: this.lease.task, message: errorMessage(error) }));
	}

	#timeUp(minutes: number): void {
		this.#stop.now(new TaskFailure("limit", `The task has taken more than its ${minutes} minutes`));
	}

	#phase(phase: TaskPhase, round = 0): void {
		this.#tools.emit({ type: "task_phase", task: this.#claim.task, phase, round });
	}

	get #openAgent(): AgentWork {
		if (!this.#agent) throw new Error("The agent is made with the session");
		return this.#agent;
	}

	/** What is recorded of it. */
	get progress(): TaskProgress {
		return this.#shipper.progress;
	}
}
