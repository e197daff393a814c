import { allCommands } from "../../assembly/commands.ts";
import type { Commands } from "../../commands/commands.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import { startExtensions } from "../start-extensions.ts";
import { RpcServer } from "./rpc-server.ts";
import { FrameWriter } from "./session/frame-writer.ts";
import { RpcSession } from "./session/rpc-session.ts";

export interface RpcPorts {
	readonly input: AsyncIterable<Uint8Array>;
	/** Resolves when the host has taken the text. */
	readonly write: (text: string) => Promise<void>;
	/** Somebody is there whom the model may ask questions. */
	readonly isInteractive?: boolean;
	/** The slash commands of the session; others can be added. */
	readonly commands?: Commands;
}

/** Serves a session to a host until that has nothing more to say; the session is saved and closed when this returns. */
export async function runRpcMode(session: OpenedConversation, ports: RpcPorts): Promise<void> {
	const { isInteractive = false, commands = allCommands() } = ports;
	using rpc = new RpcSession(session, new FrameWriter(ports.write), { isInteractive, commands });
	const begin = async () => {
		await startExtensions(session, commands, {
			mode: "rpc",
			ui: rpc.ui,
			onError: (failure) => void rpc.emit({ type: "extension_error", ...failure }),
		});
		await Promise.all([session.conversation.refresh(), session.fileCommands.list()]);
	};
	try {
		await new RpcServer(rpc).serve(ports.input, begin);
	} finally {
		await session.conversation.dispose();
		await session.settings.flush();
		await rpc.writer.drained();
	}
}
