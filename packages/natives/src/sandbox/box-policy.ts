/**
 * What a program in the box may do. Everything that is not granted is refused by the kernel. Paths are absolute; links are
 * resolved when the box is entered.
 */
export interface BoxPolicy {
	/** Folders and files that may be written, with everything below. */
	readonly writable: readonly string[];
	/** Inside of what is writable: stay as they are, also when their folder is renamed. Names that do not exist are passed over. */
	readonly readOnly: readonly string[];
	/** Cannot be read. Names that do not exist are passed over. */
	readonly hidden: readonly string[];
	/** A private folder: `/tmp` and `/var/tmp` inside where mounts are possible, and TMPDIR where they are not. */
	readonly temporaryFolder: string;
	/** Stay visible and writable although they lie in a covered place, such as `/tmp` or `/run`. */
	readonly visible: readonly string[];
	/** Can be read although they lie in a covered place: a home folder or a workspace below `/tmp`. */
	readonly readable?: readonly string[];
	/** Unix sockets of the machine that may be reached; all others may not. */
	readonly sockets: readonly string[];
	readonly network: BoxNetwork;
	/** Set for the program, over what it inherits; undefined removes. */
	readonly env: Readonly<Record<string, string | undefined>>;
	/**
	 * A folder outside of the box that only this session uses. All that enter with it see each other's processes and servers, and end
	 * with the process that started the first of them. Without it, each box is by itself.
	 */
	readonly shared?: string;
	/** What `detectBox` found; all by default. The entrance fails where one of them is refused. */
	readonly namespaces?: readonly BoxNamespace[];
}

/** `mounts`: the tree of files; `processes`: nothing survives the box, nor sees others; `network`: a loopback of its own. */
export type BoxNamespace = "mounts" | "processes" | "network";

/**
 * `off`: a loopback of its own where namespaces are possible, else no connections. `proxy`: the same, and one TCP port on loopback
 * that is answered by whoever listens on `socket`, a Unix socket outside. `on`: the network of the machine.
 */
export type BoxNetwork =
	| { readonly kind: "off" }
	| { readonly kind: "proxy"; readonly port: number; readonly socket: string }
	| { readonly kind: "on" };

/** What this machine can hold. */
export interface BoxSupport {
	/** ABI of Landlock; 0 where there is none. */
	readonly landlock: number;
	readonly seccomp: boolean;
	/** Mount, process and network namespaces are possible, all of them. */
	readonly namespaces: boolean;
	/** Which of them are. Processes and network only with mounts. */
	readonly possible: readonly BoxNamespace[];
	/** `linux`: by the calls above; `seatbelt`: sandbox-exec of macOS; `none`: no box, and `reason` says why. */
	readonly mechanism: "linux" | "seatbelt" | "none";
	readonly reason?: string;
}
