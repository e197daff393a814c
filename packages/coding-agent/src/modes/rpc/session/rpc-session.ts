import type { Commands } from "../../../commands/commands.ts";
import type { AvailableCommand, OutFrame } from "../../../rpc-protocol/frames.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import { availableCommands } from "../../available-commands.ts";
import { rpcFrontEnd } from "../../dialog-front-end.ts";
import { RpcUi } from "../../rpc-ui.ts";
import { EventForwarder } from "./event-forwarder.ts";
import type { FrameWriter } from "./frame-writer.ts";
import { HostTools } from "./host-tools.ts";
import { HostUris } from "./host-uris.ts";
import { SubagentForwarder } from "./subagent-forwarder.ts";

/** What commands work with: the session, and the ways to talk to the host. */
export class RpcSession implements Disposable {
	readonly session: OpenedConversation;
	readonly commands: Commands;
	readonly writer: FrameWriter;
	readonly events: EventForwarder;
	readonly ui: RpcUi;
	readonly hostTools: HostTools;
	readonly hostUris: HostUris;
	/** What the host hears of sub-agents. */
	readonly subagents: SubagentForwarder;
	readonly #leave: Array<() => void>;
	#isAnnouncing = false;

	constructor(
		session: OpenedConversation,
		writer: FrameWriter,
		options: { readonly isInteractive: boolean; readonly commands: Commands },
	) {
		const { conversation, host, urlSchemes } = session;
		const write = (frame: OutFrame) => writer.write(frame);
		const newId = () => host.newId();
		this.session = session;
		this.commands = options.commands;
		this.writer = writer;
		this.events = new EventForwarder(conversation, writer);
		this.subagents = new SubagentForwarder(session, write);
		this.ui = new RpcUi({ write, newId, emitTitle: host.env.PI_RPC_EMIT_TITLE === "1" });
		session.frontEnd.connect(rpcFrontEnd(this.ui, options));
		this.hostTools = new HostTools({
			write,
			newId,
			sources: session.toolSources,
			refresh: () => conversation.refresh(),
		});
		this.hostUris = new HostUris({
			write,
			newId,
			taken: () => urlSchemes.builtIn,
			setSchemes: (schemes) => {
				urlSchemes.added = schemes;
			},
		});
		this.#leave = [
			conversation.addHook({ name: "rpc", afterSessionChange: () => this.announceCommands() }),
			this.commands.onChange(() => this.#commandsChanged()),
			session.fileCommands.onChange(() => this.#commandsChanged()),
			() => this.events[Symbol.dispose](),
			() => this.subagents[Symbol.dispose](),
		];
	}

	emit(frame: OutFrame): Promise<void> {
		return this.writer.write(frame);
	}

	availableCommands(): Promise<AvailableCommand[]> {
		return availableCommands(this.session, this.commands);
	}

	/** An extension registers many at once: one frame tells all of them. */
	#commandsChanged(): void {
		if (this.#isAnnouncing) return;
		this.#isAnnouncing = true;
		setTimeout(() => {
			this.#isAnnouncing = false;
			void this.announceCommands();
		});
	}

	async announceCommands(): Promise<void> {
		await this.emit({ type: "available_commands_update", commands: await this.availableCommands() });
	}

	/** The host has gone: nothing it was asked will be answered. */
	hostLeft(): void {
		this.ui.end();
		this.hostTools.end();
		this.hostUris.end();
	}

	[Symbol.dispose](): void {
		for (const leave of this.#leave) leave();
	}
}
