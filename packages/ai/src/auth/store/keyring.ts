/** Keeps texts outside of files, by id. Nothing secret is on a command line: others could see it there. */
export interface Keyring {
	save(id: string, secret: string): void;
	find(id: string): string | undefined;
	remove(id: string): void;
}

export class KeyringError extends Error {
	override readonly name = "KeyringError";
}

/** The keyring of the desktop: Secret Service through `secret-tool` on Linux, the login keychain on macOS. */
export function systemKeyring(platform: NodeJS.Platform = process.platform): Keyring {
	return platform === "darwin" ? keychain : secretService;
}

const secretService: Keyring = {
	save: (id, secret) => void run(["secret-tool", "store", `--label=omp credential`, ...named(id)], secret),
	find: (id) => ask(["secret-tool", "lookup", ...named(id)]),
	remove: (id) => void ask(["secret-tool", "clear", ...named(id)]),
};

function named(id: string): string[] {
	return ["application", "omp", "credential", id];
}

const keychain: Keyring = {
	// Commands come on the input, so that the secret is not an argument; hexadecimal needs no quotes.
	save: (id, secret) =>
		void run(["security", "-i"], `add-generic-password -U -s omp -a ${id} -X ${Buffer.from(secret).toString("hex")}\n`),
	find: (id) => ask(["security", "find-generic-password", "-s", "omp", "-a", id, "-w"])?.replace(/\n$/, ""),
	remove: (id) => void ask(["security", "delete-generic-password", "-s", "omp", "-a", id]),
};

function run(command: string[], input: string): string {
	const [program = ""] = command;
	if (!Bun.which(program)) throw new KeyringError(`The keyring cannot be used: ${program} is not installed`);
	const { exitCode, stdout, stderr } = Bun.spawnSync(command, { stdin: Buffer.from(input), timeout: timeoutMs });
	if (exitCode !== 0) {
		const reason = stderr.toString().trim() || "it did not answer";
		throw new KeyringError(`The keyring cannot be used: ${reason}`);
	}
	return stdout.toString();
}

/** Long enough for the question to unlock it. */
const timeoutMs = 60_000;

function ask(command: string[]): string | undefined {
	try {
		return run(command, "");
	} catch {
		// Not there, locked, or no keyring: the credential counts as missing.
		return undefined;
	}
}
