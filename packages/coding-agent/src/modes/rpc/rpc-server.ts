import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { ErrorFrame } from "../../rpc-protocol/frames.ts";
import { maxFrameBytes, maxReassembledFrameBytes, supportedProtocolVersions } from "../../rpc-protocol/limits.data.ts";
import { type ReadLine, splitLines } from "../../rpc-protocol/line-splitter.ts";
import { rpcCommands } from "./command-list.ts";
import { FieldError } from "./commands/fields.ts";
import { type Answer, type RpcCommand, RpcError } from "./commands/rpc-command.ts";
import { replyFrames } from "./reply-frames.ts";
import type { RpcSession } from "./session/rpc-session.ts";

type Frame = Readonly<Record<string, unknown>>;

/** Commands whose lines together are longer than this wait in the pipe instead of here. */
const maxWaitingBytes = maxReassembledFrameBytes;

/** Reads what the host wants, line by line, and answers every line; none of them can end it. */
export class RpcServer {
	readonly #rpc: RpcSession;
	readonly #commands = new Map<string, RpcCommand>(rpcCommands.map((command) => [command.name, command]));
	/** The commands in their order; each waits for the one before it. */
	#inOrder: Promise<void> = Promise.resolve();
	readonly #atOnce = new Set<Promise<void>>();
	#waitingBytes = 0;

	constructor(rpc: RpcSession) {
		this.#rpc = rpc;
	}

	/**
	 * Serves until the host has nothing more to say, and everything it asked for is done. Commands wait for `begin`; answers
	 * do not, since it may ask something.
	 */
	async serve(input: AsyncIterable<Uint8Array>, begin: () => Promise<unknown>): Promise<void> {
		await this.#rpc.emit({
			type: "ready",
			protocolVersion: 1,
			supportedProtocolVersions,
			maxFrameBytes,
			maxReassembledFrameBytes,
		});
		this.#inOrder = begin().then(() => this.#rpc.announceCommands());
		for await (const line of splitLines(input, maxReassembledFrameBytes)) {
			await this.#take(line);
		}
		this.#rpc.hostLeft();
		await this.#inOrder;
		while (this.#atOnce.size > 0) await Promise.all(this.#atOnce);
		await this.#rpc.writer.drained();
	}

	async #take(line: ReadLine): Promise<void> {
		if ("tooLong" in line) {
			const limit = `the limit is ${maxReassembledFrameBytes}`;
			return this.#refuse("parse", `Failed to parse command: the line has ${line.tooLong} bytes; ${limit}`);
		}
		if (line.text.trim() === "") return;
		let frame: unknown;
		try {
			frame = JSON.parse(line.text);
		} catch (error) {
			return this.#refuse("parse", `Failed to parse command: ${errorMessage(error)}`);
		}
		if (!isRecord(frame)) return this.#refuse(undefined, "Unknown command: undefined");
		if (frame.type === undefined) return this.#refuse(undefined, "Unknown command: undefined", frame);
		return this.#dispatch(frame, line.text.length);
	}

	async #dispatch(frame: Frame, bytes: number): Promise<void> {
		const type = String(frame.type);
		const reply = Object.hasOwn(replyFrames, type) ? replyFrames[type] : undefined;
		const command = this.#commands.get(type);
		if (command) return this.#enqueue(() => this.#answer(command, frame), { bytes, concurrent: command.concurrent });
		if (!reply) return this.#refuse(type, `Unknown command: ${type}`, frame);
		try {
			reply(frame, this.#rpc);
		} catch (error) {
			await this.#refuse(type, errorMessage(error));
		}
	}

	/** The answer to one line is on its way before the next is looked at, except for those that may take long. */
	async #enqueue(
		work: () => Promise<void>,
		options: { bytes: number; concurrent?: boolean | undefined },
	): Promise<void> {
		this.#waitingBytes += options.bytes;
		this.#inOrder = this.#inOrder.then(async () => {
			this.#waitingBytes -= options.bytes;
			const done = work();
			if (options.concurrent) this.#track(done);
			else await done;
		});
		if (this.#waitingBytes > maxWaitingBytes) await this.#inOrder;
	}

	async #answer(command: RpcCommand, frame: Frame): Promise<void> {
		const { name } = command;
		let id: { id?: string } = {};
		try {
			id = readId(frame);
			const answer = await command.run(frame, this.#rpc, { id: id.id });
			const data = answer.data === undefined ? {} : { data: answer.data };
			await this.#rpc.emit({ ...id, type: "response", command: name, success: true, ...data });
			this.#goOn(name, id, answer);
		} catch (error) {
			await this.#rpc.emit(failure(name, id, error));
		}
	}

	#goOn(name: string, id: { id?: string }, { version, afterwards }: Answer): void {
		if (version) this.#rpc.writer.version = version;
		if (afterwards) this.#track(afterwards().catch((error) => this.#rpc.emit(failure(name, id, error))));
	}

	#track(work: Promise<void>): void {
		this.#atOnce.add(work);
		void work.finally(() => this.#atOnce.delete(work));
	}

	/** A line that names no command has none in its answer, but its id: a client may wait for that. */
	#refuse(command: string | undefined, error: string, { id }: Frame = {}): Promise<void> {
		const named = { ...(typeof id === "string" && { id }), type: "response" as const, ...(command && { command }) };
		const answer = () => this.#rpc.emit({ ...named, success: false, error });
		return this.#enqueue(answer, { bytes: error.length });
	}
}

function readId({ id }: Frame): { id?: string } {
	if (id === undefined || id === null) return {};
	if (typeof id !== "string") throw new FieldError(`id must be a string (was a ${typeof id})`);
	return { id };
}

function failure(command: string, id: { id?: string }, error: unknown): ErrorFrame {
	const code = error instanceof RpcError ? { code: error.code } : {};
	return { ...id, type: "response", command, success: false, error: errorMessage(error), ...code };
}
