/** An adapter that can be talked to. */
export interface AdapterLink {
	/** Whether it takes more than one connection. */
	readonly isServer: boolean;
	connect(handlers: ChannelHandlers, signal?: AbortSignal): Promise<Channel>;
	/** Resolves when nothing of it is left that we have started. */
	close(): Promise<void>;
}

/** A connection to an adapter. */
export interface Channel {
	/** `false` when the other side is gone. */
	send(data: Uint8Array): boolean;
	close(): void;
}

export interface ChannelHandlers {
	/** What it throws ends the channel with that reason. */
	readonly onData: (chunk: Uint8Array) => void;
	/** The other side is gone; never after `close`. */
	readonly onEnd: (reason: string) => void;
}
