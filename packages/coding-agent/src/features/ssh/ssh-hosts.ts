import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SshService } from "@oh-my-pi/pi-tools/services/ssh-service";
import type { SshConnections } from "@oh-my-pi/pi-tools/ssh-connections/ssh-connections";
import type { SshTarget } from "@oh-my-pi/pi-tools/ssh-connections/ssh-target";
import { readRegularFile } from "@oh-my-pi/pi-utils/files/read-regular-file";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { resolveDirectories } from "../../process/directories.ts";
import type { SshHost } from "./host-capability.ts";

/** The SSH hosts of each conversation, and the connections that all of them share. Connects to nothing by itself. */
export class SshHosts {
	readonly #host: Host;
	readonly #env: Host["env"];
	readonly #targets = new Map<string, readonly SshTarget[]>();
	#connections: Promise<SshConnections> | undefined;
	#facts: Readonly<Record<string, string>> | undefined;

	/** `env` is what `ssh` inherits. */
	constructor(host: Host, env: Host["env"]) {
		this.#host = host;
		this.#env = env;
	}

	/** Called whenever the files of a conversation's folder were read. */
	put(conversationId: string, found: readonly SshHost[]): void {
		const targets = found.map(toTarget);
		// The same list stays the same object: a new one makes the tools anew.
		if (!Bun.deepEquals(targets, this.#targets.get(conversationId) ?? [])) this.#targets.set(conversationId, targets);
	}

	serviceFor(conversationId: string): SshService {
		return {
			hosts: () => this.#targets.get(conversationId) ?? none,
			knownFacts: (target) => this.#knownFacts()[keyOf(target)],
			load: () => (this.#connections ??= this.#open()),
		};
	}

	async close(): Promise<void> {
		const connections = this.#connections;
		this.#connections = undefined;
		await (await connections)?.[Symbol.asyncDispose]();
	}

	async #open(): Promise<SshConnections> {
		const [{ SshConnections }, { describeFacts }] = await Promise.all([
			import("@oh-my-pi/pi-tools/ssh-connections/ssh-connections"),
			import("@oh-my-pi/pi-tools/ssh-connections/host-facts"),
		]);
		const controlFolder = join(resolveDirectories(this.#host).config, "ssh-control");
		return new SshConnections({
			controlFolder,
			env: this.#env,
			onFacts: (target, facts) => this.#remember(target, describeFacts(facts)),
		});
	}

	/** As they were when first asked for: a description that changes would cost the provider's cache. */
	#knownFacts(): Readonly<Record<string, string>> {
		this.#facts ??= readFacts(this.#factsFile);
		return this.#facts;
	}

	get #factsFile(): string {
		return join(resolveDirectories(this.#host).cache, "ssh-hosts.json");
	}

	#remember(target: SshTarget, facts: string): void {
		const known = readFacts(this.#factsFile);
		if (known[keyOf(target)] === facts) return;
		try {
			mkdirSync(dirname(this.#factsFile), { recursive: true });
			writeFileSync(this.#factsFile, JSON.stringify({ ...known, [keyOf(target)]: facts }), { mode: 0o600 });
		} catch {
			// It is only asked again.
		}
	}
}

const none: readonly SshTarget[] = [];

function toTarget({ name, host, username, port, keyPath, description, compat }: SshHost): SshTarget {
	return {
		name,
		host,
		...(username !== undefined && { username }),
		...(port !== undefined && { port }),
		...(keyPath !== undefined && { keyPath }),
		...(description !== undefined && { description }),
		...(compat !== undefined && { compat }),
	};
}

function keyOf({ host, username = "", port = 22 }: SshTarget): string {
	return `${username}@${host}:${port}`;
}

function readFacts(path: string): Readonly<Record<string, string>> {
	try {
		const parsed: unknown = JSON.parse(readRegularFile(path) ?? "{}");
		const entries = Object.entries(typeof parsed === "object" && parsed !== null ? parsed : {});
		return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
	} catch {
		// A cache that cannot be read is only empty.
		return {};
	}
}
