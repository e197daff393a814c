import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";

/** A computer that commands can run on. */
export interface SshTarget {
	readonly name: string;
	readonly host: string;
	readonly username?: string;
	readonly port?: number;
	readonly keyPath?: string;
	readonly description?: string;
	/** Windows hosts: commands run in a POSIX shell there. */
	readonly compat?: boolean;
}

/** For people: `me@example.org:2222`. */
export function addressOf({ host, username, port }: SshTarget): string {
	return `${username === undefined ? "" : `${username}@`}${host}${port === undefined ? "" : `:${port}`}`;
}

/** The target of that name, or the error that lists what there is. */
export function targetNamed(name: string, targets: readonly SshTarget[]): SshTarget {
	const found = targets.find((target) => target.name === name);
	if (found) return found;
	const known = targets.map((target) => target.name).join(", ");
	throw new ToolError(`Unknown SSH host: ${name}. Configured: ${known || "none. Add one with: omp ssh add"}`);
}

/** Options of every call of `ssh`. What the user's own ssh configuration says about the host counts too. */
export function clientArgs(target: SshTarget, controlPath: string): string[] {
	const { host, username, port, keyPath } = checked(target);
	return [
		"-n",
		"-T",
		"-S",
		controlPath,
		...fixedOptions.flatMap((option) => ["-o", option]),
		...(port === undefined ? [] : ["-p", String(port)]),
		...(keyPath === undefined ? [] : ["-i", keyPath]),
		...(username === undefined ? [] : ["-l", username]),
		"--",
		host,
	];
}

const fixedOptions = [
	"ControlMaster=auto",
	"ControlPersist=3600",
	"BatchMode=yes",
	"StrictHostKeyChecking=accept-new",
	// A host that does not answer is given up before most time limits.
	"ConnectTimeout=20",
	"ServerAliveInterval=15",
	"ServerAliveCountMax=3",
	// What a user's configuration may set for logins by hand, and what would get into the output.
	"RemoteCommand=none",
	"ClearAllForwardings=yes",
	"ForwardAgent=no",
	"ForwardX11=no",
	"PermitLocalCommand=no",
	"LogLevel=ERROR",
];

/** A name that begins with a dash would be taken for an option. */
function checked(target: SshTarget): SshTarget {
	const { name, host, username, port } = target;
	const isPlain = (text: string) => /^[^\s\p{Cc}-][^\s\p{Cc}]*$/u.test(text);
	if (!isPlain(host)) throw new ToolError(`SSH host ${name}: not a host name: ${JSON.stringify(host)}`);
	if (username !== undefined && !isPlain(username)) {
		throw new ToolError(`SSH host ${name}: not a user name: ${JSON.stringify(username)}`);
	}
	if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536)) {
		throw new ToolError(`SSH host ${name}: not a port: ${port}`);
	}
	return target;
}
