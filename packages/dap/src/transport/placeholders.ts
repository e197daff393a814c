const placeholder = (name: string) => `\${${name}}`;

/** Stand in an adapter's arguments for what is known only when it is started. */
export const placeholders = {
	/** A free port, on which it listens. */
	port: placeholder("port"),
	/** The path of a Unix socket, on which it listens. */
	socket: placeholder("socket"),
	/** Host and port that it connects to. */
	clientAddress: placeholder("clientAddress"),
} as const;
