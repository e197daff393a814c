import type { Session } from "../../app/compose-session.ts";
import { FrameWriter } from "./frame-writer.ts";
import { RpcServer } from "./rpc-server.ts";
import { RpcSession } from "./rpc-session.ts";

export interface RpcPorts {
	readonly input: AsyncIterable<Uint8Array>;
	/** Resolves when the host has taken the text. */
	readonly write: (text: string) => Promise<void>;
}

/** Serves a session to a host until that has nothing more to say; the session is saved and closed when this returns. */
export async function runRpcMode(session: Session, { input, write }: RpcPorts): Promise<void> {
	using rpc = new RpcSession(session, new FrameWriter(write));
	try {
		await new RpcServer(rpc).serve(input);
	} finally {
		await session.conversation.dispose();
		await session.settings.flush();
		await rpc.writer.drained();
	}
}
