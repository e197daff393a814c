/** A TCP socket that waits for connections. */
export interface ListeningSocket {
	/** As the kernel writes it, in hexadecimal. */
	readonly address: string;
	readonly port: number;
	readonly inode: string;
}

/** The text of `/proc/net/tcp` or `tcp6`. */
export function listeningSockets(text: string): readonly ListeningSocket[] {
	return text
		.split("\n")
		.slice(1)
		.flatMap((row) => {
			const [, local = "", , state, , , , , , inode = ""] = row.trim().split(/\s+/);
			const [address = "", port = ""] = local.split(":");
			return state === listening ? [{ address, port: Number.parseInt(port, 16), inode }] : [];
		});
}

const listening = "0A";
