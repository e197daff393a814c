import type { Host } from "@oh-my-pi/pi-utils/host";

const limitMs = 10_000;

/**
 * Resolves values of configuration files: `!command` to its output, a variable's name to its value, anything else to
 * itself. Output of commands is cached.
 */
export class ConfigValues {
	readonly #host: Pick<Host, "env" | "cwd">;
	readonly #printed = new Map<string, Promise<string | undefined>>();

	constructor(host: Pick<Host, "env" | "cwd">) {
		this.#host = host;
	}

	async resolve(value: string): Promise<string | undefined> {
		if (isCommand(value)) return this.#run(value.slice(1));
		return this.#host.env[value] || value;
	}

	/** Headers can be commands but not variable names: a plain word is sent literally. */
	async resolveHeader(value: string): Promise<string | undefined> {
		return isCommand(value) ? this.#run(value.slice(1)) : value;
	}

	/** A description of the value's source. */
	describeSource(value: string, file: string): string {
		if (isCommand(value)) return `a command in ${file}`;
		if (this.#host.env[value]) return `${value} (named in ${file})`;
		// The name of a missing variable would be sent as the key, which fails in a confusing way.
		return /^[A-Z][A-Z0-9_]{3,}$/.test(value) ? `${file}, where ${value} is not the name of a set variable` : file;
	}

	#run(command: string): Promise<string | undefined> {
		const known = this.#printed.get(command);
		if (known) return known;
		const printed = printedBy(command, this.#host);
		this.#printed.set(command, printed);
		return printed;
	}
}

export function isCommand(value: string): boolean {
	return value.startsWith("!");
}

async function printedBy(command: string, host: Pick<Host, "env" | "cwd">): Promise<string | undefined> {
	const shell = host.env.ComSpec ? [host.env.ComSpec, "/d", "/s", "/c"] : ["/bin/sh", "-c"];
	try {
		const child = Bun.spawn([...shell, command], {
			cwd: host.cwd,
			env: { ...host.env },
			stdin: "ignore",
			stdout: "pipe",
			stderr: "ignore",
			// Its own process group, so that its children are killed with it.
			detached: true,
		});
		const limit = setTimeout(() => stopGroup(child), limitMs);
		const output = new Response(child.stdout).text();
		const failed = (await child.exited) !== 0;
		clearTimeout(limit);
		return failed ? undefined : (await output).trim() || undefined;
	} catch {
		// A command that cannot be started counts as failed.
		return undefined;
	}
}

function stopGroup(child: Bun.Subprocess): void {
	try {
		process.kill(-child.pid, "SIGKILL");
	} catch {
		// No process groups, or it has just exited.
		child.kill("SIGKILL");
	}
}
