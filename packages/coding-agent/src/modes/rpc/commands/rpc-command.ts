import type { ProtocolVersion } from "../../../rpc-protocol/limits.data.ts";
import type { RpcSession } from "../session/rpc-session.ts";
import { readFields, type Shape, type ValuesOf } from "./fields.ts";

/** One thing a host may ask for. */
export interface RpcCommand {
	readonly name: string;
	/** Others do not wait for it to be answered. */
	readonly concurrent?: boolean;
	run(frame: Readonly<Record<string, unknown>>, rpc: RpcSession, request: RpcRequest): Promise<Answer>;
}

export interface RpcRequest {
	readonly id: string | undefined;
}

export interface Answer {
	readonly data?: unknown;
	/** Begins when the host has been answered; a failure is told in a second answer. */
	readonly afterwards?: () => Promise<void>;
	/** How the host wants to be talked to from the next frame on. */
	readonly version?: ProtocolVersion;
}

/** A failure with a word that programs can branch on. */
export class RpcError extends Error {
	override readonly name = "RpcError";
	constructor(
		readonly code: string,
		message: string,
	) {
		super(message);
	}
}

/** A command whose fields are checked before it runs; what it returns is the data of the answer. */
export function command<const S extends Shape>(
	name: string,
	shape: S,
	run: (fields: ValuesOf<S>, rpc: RpcSession, request: RpcRequest) => unknown,
	options: { concurrent?: boolean } = {},
): RpcCommand {
	return answering(name, shape, async (fields, rpc, request) => ({ data: await run(fields, rpc, request) }), options);
}

/** The same for one that goes on after its answer. */
export function answering<const S extends Shape>(
	name: string,
	shape: S,
	run: (fields: ValuesOf<S>, rpc: RpcSession, request: RpcRequest) => Promise<Answer>,
	options: { concurrent?: boolean } = {},
): RpcCommand {
	return { name, ...options, run: async (frame, rpc, request) => run(readFields(frame, shape), rpc, request) };
}
