import { type ToolCallContext, ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { JobBoard } from "@oh-my-pi/pi-tools/jobs/job-board";
import type {
	MessageDetails,
	MessageReceipt,
	MessageRequest,
	PeerMessage,
	PeerRow,
} from "@oh-my-pi/pi-tools/services/agent-service";
import type { Inboxes } from "./inboxes.ts";
import { peerMessageText } from "./incoming-message.ts";

export interface MessagePorts {
	readonly self: string;
	readonly inboxes: Inboxes;
	readonly jobs: JobBoard;
	readonly now: () => number;
	readonly newId: () => string;
	/** `irc.timeoutMs` */
	readonly timeoutMs: number;
	/** Everybody else, also those that are over. */
	readonly peers: () => readonly PeerRow[];
	/** Ids of agents that wait for their turn. */
	readonly queued: () => readonly string[];
	readonly deliver: (message: PeerMessage) => Promise<MessageReceipt>;
	/** Called when the status of an agent changes; gives the function that ends it. */
	readonly onStatus: (listener: () => void) => () => void;
	/** Resolves when the user steers. */
	readonly whenSteered: (signal: AbortSignal) => Promise<void>;
}

type Answer = ToolOutput<MessageDetails>;

/** Carries out a call of `irc`. */
export async function runMessageOp(
	request: MessageRequest,
	call: ToolCallContext<MessageDetails>,
	ports: MessagePorts,
): Promise<Answer> {
	switch (request.op) {
		case "list":
			return list(ports);
		case "inbox":
			return inbox(request, ports);
		case "wait":
			return wait(request.from ?? request.to, request, call, ports);
		case "send":
			return send(request, call, ports);
		default:
			throw new ToolError("irc needs `op`: send, wait, inbox or list");
	}
}

function list({ peers, now }: MessagePorts): Answer {
	const rows = peers();
	if (rows.length === 0) return { content: "No other agents.", details: { op: "list", peers: [] } };
	const lines = rows.map(({ id, agent, kind, status, parent, lastActivityMs, unread }) => {
		const what = [agent, kind, status].filter((part) => part !== undefined).join(" · ");
		const facts = [
			...(parent === undefined ? [] : [`parent ${parent}`]),
			`active ${ago(now() - lastActivityMs)} ago`,
			...(unread > 0 ? [`${unread} unread`] : []),
		];
		return `- ${id} [${what}] — ${facts.join(", ")}`;
	});
	return { content: [`${rows.length} peer(s):`, ...lines].join("\n"), details: { op: "list", peers: rows } };
}

function inbox({ peek }: MessageRequest, { self, inboxes }: MessagePorts): Answer {
	const messages = peek ? inboxes.peek(self) : inboxes.takeAll(self);
	const content = messages.length === 0 ? "Inbox empty." : messages.map(peerMessageText).join("\n");
	return { content, details: { op: "inbox", inbox: messages } };
}

async function send(
	request: MessageRequest,
	call: ToolCallContext<MessageDetails>,
	ports: MessagePorts,
): Promise<Answer> {
	const { to, message, replyTo } = request;
	const { self, now, newId, deliver, peers } = ports;
	if (to === undefined || to.trim() === "") throw new ToolError("send needs `to`: an agent's id, or all");
	if (message === undefined || message.trim() === "") throw new ToolError("send needs a `message` that is not empty");
	if (to === self) throw new ToolError("Cannot send a message to yourself.");
	const isBroadcast = to.toLowerCase() === "all";
	if (isBroadcast && request.await) throw new ToolError("`await` needs one recipient, not all");
	const alive = peers().filter(({ status }) => status === "running" || status === "idle");
	const recipients = isBroadcast ? alive.map(({ id }) => id) : [to];
	const messageTo = (recipient: string): PeerMessage => ({
		id: newId(),
		from: self,
		to: recipient,
		body: message,
		...(replyTo !== undefined && { replyTo }),
		ts: now(),
	});
	const receipts = await Promise.all(recipients.map((recipient) => deliver(messageTo(recipient))));
	const delivered = receipts.filter(({ outcome }) => outcome !== "failed");
	const rows = receipts.map((receipt) => `- ${receipt.to}: ${receipt.error ?? receipt.outcome}`);
	const details = { op: "send", from: self, to, receipts } as const;
	if (delivered.length === 0) {
		return { content: ["No recipients received the message.", ...rows].join("\n"), details, isError: true };
	}
	const content = [`Delivered to ${delivered.length} peer(s):`, ...rows].join("\n");
	if (!request.await) return { content, details };
	const answer = await wait(to, request, call, ports);
	return {
		content: `${content}\n\n${answer.content}`,
		details: { ...details, waited: answer.details?.waited ?? null },
	};
}

async function wait(
	from: string | undefined,
	request: MessageRequest,
	call: ToolCallContext<MessageDetails>,
	ports: MessagePorts,
): Promise<Answer> {
	const { self, inboxes, now } = ports;
	const limitMs = request.timeoutMs ?? ports.timeoutMs;
	const startedAt = now();
	const over = new AbortController();
	const ends: string[] = [];
	const end = (why: string) => {
		ends.push(why);
		over.abort();
	};
	const timer = limitMs > 0 ? setTimeout(() => end("timeout"), limitMs) : undefined;
	const watched = runningJobs(ports);
	using _jobs = ports.jobs.onChange(() => {
		if (watched.some((id) => !runningJobs(ports).includes(id))) end("job");
	});
	const checkPeers = () => {
		const alive = [
			...ports
				.peers()
				.filter(isAlive)
				.map(({ id }) => id),
			...ports.queued(),
		];
		if (!alive.some((id) => id !== self && (from === undefined || id === from))) end("nobody");
	};
	const leave = ports.onStatus(checkPeers);
	const abort = () => end("abort");
	call.signal.addEventListener("abort", abort, { once: true });
	const steered = ports.whenSteered(over.signal).then(() => end("steered"));
	try {
		const coming = inboxes.next(self, from, over.signal);
		// After the inbox: somebody who has written and ended is not missed.
		checkPeers();
		const message = await coming;
		if (message) return { content: peerMessageText(message), details: { op: "wait", waited: message } };
		const content = nothingText(ends[0], from, now() - startedAt);
		return { content, details: { op: "wait", waited: null } };
	} finally {
		clearTimeout(timer);
		leave();
		call.signal.removeEventListener("abort", abort);
		over.abort();
		await steered;
	}
}

/** Somebody who could still write. A parked agent writes only after it was written to. */
function isAlive({ status, kind }: PeerRow): boolean {
	return status === "running" || (kind === "main" && status === "idle");
}

function runningJobs({ jobs, self }: MessagePorts): readonly string[] {
	return jobs
		.list(self)
		.filter(({ status }) => status === "running")
		.map(({ id }) => id);
}

function nothingText(why: string | undefined, from: string | undefined, waitedMs: number): string {
	const whom = from === undefined ? "No message" : `No reply from ${from}`;
	const after = `${whom} within ${seconds(waitedMs)}.`;
	if (why === "job") return `${after} One of your background jobs has ended; its result follows.`;
	if (why === "steered") return `${after} The user has sent a message.`;
	if (why === "nobody") return `${after} Nobody is working who could write; go on without it.`;
	return `${after} It may still come: messages arrive by themselves. Go on, or wait again.`;
}

function seconds(ms: number): string {
	return `${(ms / 1000).toFixed(1)}s`;
}

function ago(ms: number): string {
	if (ms < 60_000) return seconds(ms);
	return ms < 3_600_000 ? `${Math.floor(ms / 60_000)}m` : `${Math.floor(ms / 3_600_000)}h`;
}
