import type { AvailableCommand, OutFrame } from "../../rpc-protocol/frames.ts";
import { textCommands } from "../../text-commands/text-commands.ts";
import type { Session } from "../../workbench/session.ts";
import { EventForwarder } from "./event-forwarder.ts";
import { RpcUi } from "./extension-ui.ts";
import type { FrameWriter } from "./frame-writer.ts";
import { rpcFrontEnd } from "./front-end.ts";
import { HostTools } from "./host-tools.ts";
import { HostUris } from "./host-uris.ts";

export type SubagentLevel = "off" | "progress" | "events";

/** What commands work with: the session, and the ways to talk to the host. */
export class RpcSession implements Disposable {
	readonly session: Session;
	readonly writer: FrameWriter;
	readonly events: EventForwarder;
	readonly ui: RpcUi;
	readonly hostTools: HostTools;
	readonly hostUris: HostUris;
	/** How much of its sub-agents the host wants to hear. */
	subagentLevel: SubagentLevel = "off";
	readonly #leave: Array<() => void>;

	constructor(session: Session, writer: FrameWriter, options: { readonly isInteractive: boolean }) {
		const { conversation, host, urlSchemes } = session;
		const write = (frame: OutFrame) => writer.write(frame);
		const newId = () => host.newId();
		this.session = session;
		this.writer = writer;
		this.events = new EventForwarder(conversation, writer);
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
			() => this.events[Symbol.dispose](),
		];
	}

	emit(frame: OutFrame): Promise<void> {
		return this.writer.write(frame);
	}

	/** What is called by name: ours first, then prompts in files whose names are not ours. */
	async availableCommands(): Promise<AvailableCommand[]> {
		const reserved = new Set(textCommands.flatMap(({ name, aliases = [] }) => [name, ...aliases]));
		const builtIn: AvailableCommand[] = textCommands.map(({ name, aliases, description, hint, subcommands }) => ({
			name,
			...(aliases && { aliases }),
			description,
			source: "builtin",
			...(hint !== undefined && { input: { hint } }),
			...(subcommands && { subcommands }),
		}));
		const files = (await this.session.fileCommands.list())
			.filter(({ name }) => !reserved.has(name.split(":", 1)[0] ?? name))
			.map(
				({ name, description, hint }): AvailableCommand => ({
					name,
					description,
					source: "file",
					...(hint !== undefined && { input: { hint } }),
				}),
			);
		return [...builtIn, ...files];
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
