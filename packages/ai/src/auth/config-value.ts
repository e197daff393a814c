import type { Host } from "@oh-my-pi/pi-utils/host";

const limitMs = 10_000;

/**
 * Values of configuration files that stand for others: `!command` for what it prints, the name of a variable for its
 * value, anything else for itself. A command runs once for as long as this lives.
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

	/** Headers take commands, but no names of variables: a plain word is what should be sent. */
	async resolveHeader(value: string): Promise<string | undefined> {
		return isCommand(value) ? this.#run(value.slice(1)) : value;
	}

	/** Where the value comes from, for people. */
	sourceOf(value: string, file: string): string {
		if (isCommand(value)) return `a command in ${file}`;
		if (this.#host.env[value]) return `${value} (named in ${file})`;
		// A name whose variable is missing is sent as the key itself, which then fails in a puzzling way.
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
			// A group of its own, so that what the command started ends with it.
			detached: true,
		});
		const limit = setTimeout(() => stopGroup(child), limitMs);
		const output = new Response(child.stdout).text();
		const failed = (await child.exited) !== 0;
		clearTimeout(limit);
		return failed ? undefined : (await output).trim() || undefined;
	} catch {
		// A command that cannot be started supplies nothing, like one that fails.
		return undefined;
	}
}

function stopGroup(child: Bun.Subprocess): void {
	try {
		process.kill(-child.pid, "SIGKILL");
	} catch {
		// Where there are no groups, or it has just ended by itself.
		child.kill("SIGKILL");
	}
}
