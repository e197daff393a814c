import { type Commands, namesOf } from "../../commands/commands.ts";
import type { AvailableCommand, OutFrame } from "../../rpc-protocol/frames.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import { EventForwarder } from "./event-forwarder.ts";
import { RpcUi } from "./extension-ui.ts";
import type { FrameWriter } from "./frame-writer.ts";
import { rpcFrontEnd } from "./front-end.ts";
import { HostTools } from "./host-tools.ts";
import { HostUris } from "./host-uris.ts";

export type SubagentLevel = "off" | "progress" | "events";

/** What commands work with: the session, and the ways to talk to the host. */
export class RpcSession implements Disposable {
	readonly session: OpenedConversation;
	readonly commands: Commands;
	readonly writer: FrameWriter;
	readonly events: EventForwarder;
	readonly ui: RpcUi;
	readonly hostTools: HostTools;
	readonly hostUris: HostUris;
	/** How much of its sub-agents the host wants to hear. */
	subagentLevel: SubagentLevel = "off";
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
			() => this.events[Symbol.dispose](),
		];
	}

	emit(frame: OutFrame): Promise<void> {
		return this.writer.write(frame);
	}

	/** Commands that need no screen, then prompts in files whose names are still free. */
	async availableCommands(): Promise<AvailableCommand[]> {
		const usable = (await this.commands.list()).filter(({ run }) => run !== undefined);
		const reserved = new Set(usable.flatMap(namesOf));
		const known = usable.map(
			({ name, aliases, summary, hint, subcommands, source }): AvailableCommand => ({
				name,
				...(aliases && { aliases }),
				description: summary,
				source: source ?? "builtin",
				...(hint !== undefined && { input: { hint } }),
				...(subcommands && {
					subcommands: subcommands.map(({ summary: description, ...rest }) => ({ ...rest, description })),
				}),
			}),
		);
		const files = (await this.session.fileCommands.list())
			.filter(({ name }) => !reserved.has(name.split(":", 1)[0] ?? name))
			.map(
				({ name, description, hint, source }): AvailableCommand => ({
					name,
					description,
					source: source ?? "file",
					...(hint !== undefined && { input: { hint } }),
				}),
			);
		return [...known, ...files];
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
