import { join } from "node:path";
import type { Claim, Renewal } from "@oh-my-pi/pi-fleet/contract/fleet-queue";
import type { TaskQuestion } from "@oh-my-pi/pi-fleet/contract/task";
import { raceAbort } from "@oh-my-pi/pi-utils/abort";
import { TaskFailure, TaskStopped } from "../contract/task-failure.ts";
import type { TaskStop } from "../contract/task-stop.ts";
import type { WorkerEvent } from "../contract/worker-event.ts";
import type { GateHandlers } from "../gate/gate-server.ts";
import type { RequestDesk } from "../gate/request-desk.ts";
import type { HeldLease } from "../lease/held-lease.ts";
import type { TaskTree } from "../workspace/task-tree.ts";
import type { Frame } from "./agent-child.ts";
import { AgentSession, type RunEnd } from "./agent-session.ts";
import { answerTool, answerToolDefinition, readAnswer } from "./answer-tool.ts";
import { type LiveFacts, LiveNotes } from "./live-turn.ts";
import { type AskedQuestion, Questions, readQuestion } from "./questions.ts";
import type { SessionSegments } from "./session-segments.ts";
import type { Shipper } from "./shipper.ts";

export interface AgentPorts {
	readonly claim: Claim;
	readonly lease: HeldLease;
	readonly stop: TaskStop;
	readonly tree: TaskTree;
	readonly shipper: Shipper;
	readonly segments: SessionSegments;
	readonly desk: RequestDesk;
	readonly command: readonly string[];
	readonly env: Readonly<Record<string, string | undefined>>;
	/** The log of earlier attempts, to go on with. */
	readonly resume: string | undefined;
	readonly sessionDir: string;
	readonly emit: (event: WorkerEvent) => void;
}

/** The agent of one task: its turns are shipped, its questions answered, and its limits kept. */
export class AgentWork implements AsyncDisposable {
	/** What it handed in. */
	answer: { readonly value: unknown } | undefined;
	/** Counts once a turn of it is finished: whoever comes after a kill says again what the check found. */
	checkRound: number;
	/** Programs may have been started. */
	hasCalled = false;
	readonly #ports: AgentPorts;
	readonly #questions = new Questions();
	#session: AgentSession | undefined;
	#turns: number;
	#usd: number;
	#tokens: number;
	/** The tree at the last finished turn. */
	#shippedTree: string;
	readonly #live = new LiveNotes((facts) => this.#tellLive(facts));
	#isAttended = false;
	#asked = 0;
	#waiting: { readonly id: string; readonly dialog: AskedQuestion } | undefined;
	/** Said before the agent ran. */
	#unsaid: string[] = [];
	#isRunning = false;
	#looking: Promise<void> = Promise.resolve();
	#logFile: string | undefined;

	constructor(ports: AgentPorts) {
		this.#ports = ports;
		const { turns, usd, tokens, checkRound } = ports.shipper.progress;
		this.checkRound = checkRound;
		this.#turns = turns;
		this.#usd = usd;
		this.#tokens = tokens;
		this.#shippedTree = ports.tree.current;
		this.#logFile = ports.resume;
	}

	/** Of the model that the task runs, for the socket at which its omp asks. */
	readonly gate: GateHandlers = {
		admit: async (ask) => {
			const { lease, stop, claim, desk } = this.#ports;
			await lease.sure(stop.signal);
			// The turn that had to be finished has been.
			if (stop.wantsHandBack) await this.#looking;
			this.#checkTurns();
			if (stop.isStopping) return { kind: "refused", message: "The task is being stopped" };
			const answer = await desk.admit(
				{ lease: { task: lease.task, fence: lease.fence }, batch: claim.value.batch },
				ask,
			);
			if (answer.kind === "refused")
				stop.now(new TaskFailure("limit", answer.message, answer.cap && { cap: answer.cap }));
			return answer;
		},
		report: async (ask) => {
			this.#usd += ask.usd;
			this.#tokens += ask.tokens;
			await this.#ports.desk.report(ask);
			return {};
		},
		turn: async ({ file, bytes }) => {
			this.#logFile = file;
			this.#turns++;
			void this.#look(file, bytes, "turn");
			return {};
		},
		calls: async () => {
			const { lease, stop } = this.#ports;
			// They may change what is still being looked at.
			await this.#looking;
			await lease.sure(stop.signal);
			return stop.isStopping ? { refuse: "The task is being stopped." } : {};
		},
	};

	/** Gives the agent something to do and waits until it has done it. */
	async run(prompt: string): Promise<RunEnd> {
		const { stop } = this.#ports;
		this.#session ??= this.#start();
		this.#isRunning = true;
		stop.isInTurn = true;
		try {
			const message = [prompt, ...this.#unsaid.splice(0)].join("\n\n");
			const end = await raceAbort(this.#session.prompt(message), stop.signal);
			await this.#finishTurn();
			return end;
		} finally {
			this.#isRunning = false;
			stop.isInTurn = false;
			await this.#looking;
		}
	}

	renewed({ isAttended }: Renewal): void {
		this.#isAttended = isAttended;
		this.#live.isAttended = isAttended;
	}

	steer(text: string): void {
		this.#live.steer(text);
		if (this.#isRunning && this.#session) this.#session.steer(text);
		else this.#unsaid.push(text);
	}

	/** `false` where nothing was asked under that name. */
	answerQuestion(question: string, value: string): boolean {
		const waiting = this.#waiting;
		if (!waiting || (question !== waiting.id && question !== "")) return false;
		this.#waiting = undefined;
		this.#session?.answerDialog(waiting.dialog.id, this.#questions.answer(waiting.dialog, value));
		this.#ports.stop.isInTurn = true;
		this.#tellQuestion(undefined);
		return true;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.#live[Symbol.dispose]();
		await this.#session?.[Symbol.asyncDispose]();
	}

	#start(): AgentSession {
		const { claim, command, env, tree, resume, sessionDir, emit, lease } = this.#ports;
		const { deliver } = claim.value.spec;
		return new AgentSession({
			command: [...command, "--session-dir", sessionDir, ...(resume === undefined ? [] : ["--resume", resume])],
			cwd: tree.folder,
			env,
			hostTools: deliver.kind === "json" ? [answerToolDefinition(deliver.schema)] : [],
			onFrame: (frame) => {
				if (frame.type === "tool_execution_start") this.hasCalled = true;
				this.#live.take(frame);
				emit({ type: "task_frame", task: lease.task, frame });
			},
			onDialog: (frame) => this.#onDialog(frame),
			callTool: (name, args) => this.#callTool(name, args),
		});
	}

	/** Looks at what a turn has left, while the next one is prepared. The calls of that wait for it. */
	#look(file: string, bytes: number | undefined, why: "turn" | "end"): Promise<void> {
		const { stop, tree, segments, shipper } = this.#ports;
		const { checkRound } = this;
		const turns = this.#turns;
		this.#looking = this.#looking.then(async () => {
			if (stop.signal.aborted) return;
			try {
				const segment = segments.take(file, bytes);
				// The files are looked at when a turn ends; then the agent is just done.
				const now = why === "turn" ? await tree.snapshot() : tree.current;
				const patch = now === this.#shippedTree ? undefined : await tree.patch(now);
				if (why === "end" && !segment && !patch) return;
				this.#shippedTree = now;
				if (why === "end") this.#live.endTurn();
				const facts = {
					checkRound,
					turns,
					usd: this.#usd,
					tokens: this.#tokens,
					baseCommit: tree.base,
					status: this.#live.status,
					// The next turn may have begun meanwhile.
					live: this.#live.current,
				};
				shipper.ship({ segment, patch, facts }).catch((error) => stop.now(error));
				if (stop.wantsHandBack && why === "turn") stop.now(new TaskStopped("hand-back"));
			} catch (error) {
				stop.now(error);
			}
		});
		return this.#looking;
	}

	/** What the log got since the last turn ended. Of a run that was cut off it is left out: files belong to it that were not looked at. */
	async #finishTurn(): Promise<void> {
		await this.#looking;
		if (this.#logFile !== undefined) await this.#look(this.#logFile, undefined, "end");
	}

	#checkTurns(): void {
		const { claim, stop } = this.#ports;
		const { turns } = claim.value.spec.limits;
		if (turns === undefined || this.#turns < turns) return;
		stop.now(new TaskFailure("limit", `The task has used its ${turns} turns. Give it more, or a smaller task`));
	}

	/** While somebody is asked, and once the work has stopped, nothing goes on. */
	#tellLive(facts: LiveFacts): void {
		const { shipper, stop } = this.#ports;
		if (this.#waiting || !this.#isRunning || stop.isStopping) return;
		shipper.note(facts).catch((error) => stop.now(error));
	}

	#onDialog(frame: Frame): void {
		const dialog = readQuestion(frame);
		if (!dialog) return;
		const { claim, stop } = this.#ports;
		const { questions } = claim.value.spec;
		switch (this.#questions.mustAsk(dialog, questions, this.#isAttended)) {
			case "decide":
				this.#session?.answerDialog(dialog.id, this.#questions.decide(dialog));
				return;
			case "fail":
				stop.now(
					new TaskFailure(
						"question",
						`The agent asked while nobody was there: ${dialog.text}. Answer it in the prompt, or let questions wait`,
					),
				);
				return;
			case "ask": {
				const id = `q${claim.fence}-${++this.#asked}`;
				this.#waiting = { id, dialog };
				// Nothing is spent meanwhile: the task can be handed back at any time.
				stop.isInTurn = false;
				this.#tellQuestion({ id, text: dialog.text, ...(dialog.options && { options: dialog.options }) });
			}
		}
	}

	#tellQuestion(question: TaskQuestion | undefined): void {
		const { shipper, emit, lease, stop } = this.#ports;
		shipper.note({ question }, question ? "waiting" : "running").catch((error) => stop.now(error));
		emit({ type: "task_question", task: lease.task, question });
	}

	#callTool(name: string, args: unknown): { text: string; isError: boolean } {
		const { deliver } = this.#ports.claim.value.spec;
		if (name !== answerTool || deliver.kind !== "json") return { text: `There is no tool ${name}`, isError: true };
		const { value, problems } = readAnswer(args, deliver.schema);
		if (problems.length > 0) {
			return { text: `The answer does not fit: ${problems.join("; ")}. Call ${answerTool} again.`, isError: true };
		}
		this.answer = { value };
		return { text: "The answer is taken.", isError: false };
	}
}

/** Where the log of earlier attempts is put. */
export function resumedLog(sessionDir: string): string {
	return join(sessionDir, "resumed.jsonl");
}
