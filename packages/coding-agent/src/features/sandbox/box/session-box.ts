import { lstatSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { removeOnExit } from "@oh-my-pi/pi-natives/process/guardian";
import type { BoxNetwork, BoxPolicy, BoxSupport } from "@oh-my-pi/pi-natives/sandbox/box-policy";
import type { InBox } from "@oh-my-pi/pi-natives/sandbox/in-box";
import { isInFolder } from "@oh-my-pi/pi-policy/paths/is-in-folder";
import type { PrivateTemporary } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { type BoxFacts, boxPolicyFor } from "../policy/box-policy-for.ts";
import { PortForwards, type ServersInside } from "../ports/port-forwards.ts";
import type { Mechanism, WayInside } from "./mechanism.ts";
import { TemporaryFiles } from "./temporary-files.ts";

export interface SessionBoxOptions
	extends Omit<BoxFacts, "workspace" | "roots" | "temporaryFolder" | "visible" | "network"> {
	/** Folders added to the workspace, asked anew for each program. */
	readonly roots: () => readonly string[];
	readonly mechanism: Mechanism;
	readonly network: "proxy" | "on";
	/** Answers the box's port for HTTP; opened before the first program starts. */
	readonly proxy: { answer(fd: number): void; listen(): number };
	/** A server inside is reached at another port of this machine than its own. */
	readonly onMoved: (note: string) => void;
}

const farewellMs = 3000;
/** The port of the proxy in a network of its own. */
const portInside = 41_080;

/** The box of a session: its folders, its policies and how programs enter it. Nothing is made before the first program. */
export class SessionBox implements Disposable {
	readonly #options: SessionBoxOptions;
	readonly #entrances = new Map<string, InBox>();
	/** What programs of a workspace see although it may lie below the machine's temporary folder. */
	readonly #visible = new Map<string, readonly string[]>();
	readonly #granted = new Set<string>();
	/** What was there when programs entered, so that the kernel keeps it as it is, with its inode: another file in its place is not held. */
	readonly #held = new Map<string, number>();
	readonly #temporaryFiles = new TemporaryFiles({
		folder: () => this.folders.temporary,
		madeFolder: () => this.#folders?.temporary,
	});
	#support: BoxSupport | undefined;
	#folders: BoxFolders | undefined;
	#network: BoxNetwork | undefined;
	#receiver: Disposable | undefined;
	#ports: PortForwards | undefined;
	#inside: WayInside | undefined;

	constructor(options: SessionBoxOptions) {
		this.#options = options;
	}

	get support(): BoxSupport {
		this.#support ??= this.#options.mechanism.detect();
		return this.#support;
	}

	get holds(): boolean {
		return this.support.mechanism !== "none";
	}

	/** Where files go that are taken away from a workspace. They outlive the session. */
	get takenTo(): string {
		return join(this.#options.agentDir, "sandbox-removed");
	}

	/** The same function until more is granted or other folders are added. */
	enter(workspace: string): InBox | undefined {
		if (!this.holds) return undefined;
		const folder = resolve(workspace);
		const key = this.#keyOf(folder);
		const known = this.#entrances.get(key);
		if (known) return known;
		const { mechanism } = this.#options;
		const { root } = this.folders;
		const policy = this.policy(folder);
		if (this.#options.cacheFolder !== undefined) mkdirSync(this.#options.cacheFolder, { recursive: true });
		const file = mechanism.write(join(root, "policies"), policy);
		const temporary = { TMPDIR: undefined, TMP: undefined, TEMP: undefined };
		const ports = this.#ports;
		const enter = (command: readonly string[]) => {
			ports?.watch();
			return mechanism.command(file, command);
		};
		const entrance: InBox = Object.assign(enter, {
			variables: { ...temporary, ...policy.env },
			...(ports && { hasServer: (port: number) => ports.hasServer(port) }),
		});
		if (this.support.possible.includes("mounts")) this.#remember(policy.readOnly);
		this.#entrances.set(key, entrance);
		return entrance;
	}

	/** Whether the kernel keeps a file as it is. */
	isHeld(path: string): boolean {
		if (this.support.mechanism === "seatbelt") return true;
		const inode = inodeOf(path);
		return inode !== undefined && this.#held.get(path) === inode;
	}

	/** Programs that start from now on may write there, too. */
	grantFolder(path: string): void {
		this.#granted.add(path);
		this.#entrances.clear();
		this.#visible.clear();
	}

	policy(workspace: string): BoxPolicy {
		return this.#policyWith(workspace, this.network);
	}

	#visibleIn(workspace: string): readonly string[] {
		const key = this.#keyOf(workspace);
		const known = this.#visible.get(key);
		if (known) return known;
		const { visible, readable = [], writable } = this.#policyWith(workspace, { kind: "on" });
		const folders = [...visible, ...readable, ...writable];
		this.#visible.set(key, folders);
		return folders;
	}

	#policyWith(workspace: string, network: BoxNetwork): BoxPolicy {
		const { settings, roots } = this.#options;
		const { temporary, shared } = this.folders;
		const policy = boxPolicyFor({
			...this.#options,
			// A copy of the project that a sub-agent works in is not to reach the project itself.
			roots: roots().filter((root) => !isInFolder(workspace, root)),
			workspace,
			temporaryFolder: temporary,
			visible: [shared, ...runnerFolders()],
			network,
			settings: { ...settings, writable: [...settings.writable, ...this.#granted] },
		});
		return { ...policy, shared: join(this.folders.root, "session"), namespaces: this.support.possible };
	}

	get folders(): BoxFolders {
		this.#folders ??= makeFolders();
		return this.#folders;
	}

	get network(): BoxNetwork {
		this.#network ??= this.#openNetwork();
		return this.#network;
	}

	/** Absent before the first program, and where programs have no network of their own. */
	get ports(): PortForwards | undefined {
		return this.#ports;
	}

	/** For file tools of a conversation that works in a folder: they mean the same by `/tmp` as programs in the box. */
	temporaryIn(workspace: () => string): PrivateTemporary {
		return {
			findFile: (path) =>
				this.support.possible.includes("mounts") && this.holds
					? this.#temporaryFiles.findFile(path, () => this.#visibleIn(workspace()))
					: path,
			findName: (file) => this.#temporaryFiles.findName(file),
		};
	}

	[Symbol.dispose](): void {
		this.#ports?.[Symbol.dispose]();
		this.#inside?.[Symbol.dispose]();
		this.#inside = undefined;
		this.#receiver?.[Symbol.dispose]();
		const folders = this.#folders;
		this.#folders = undefined;
		if (!folders) return;
		// Shells and kernels are still saying goodbye. Where omp ends before, the box ends with it.
		setTimeout(() => {
			this.#options.mechanism.end(join(folders.root, "session"));
			rmSync(folders.root, { recursive: true, force: true });
		}, farewellMs).unref();
	}

	#keyOf(workspace: string): string {
		return [workspace, ...this.#options.roots()].join("\0");
	}

	#remember(paths: readonly string[]): void {
		for (const path of paths) {
			const inode = inodeOf(path);
			if (inode !== undefined) this.#held.set(path, inode);
		}
	}

	#openNetwork(): BoxNetwork {
		const { network, mechanism, proxy } = this.#options;
		if (network === "on") return { kind: "on" };
		const socket = join(this.folders.root, "proxy");
		if (!this.support.possible.includes("network")) return { kind: "proxy", port: proxy.listen(), socket };
		this.#receiver = mechanism.receive(socket, (fd, opened) => {
			this.#inside?.[Symbol.dispose]();
			this.#inside = opened;
			proxy.answer(fd);
		});
		const shared = join(this.folders.root, "session");
		const servers: ServersInside = {
			list: () => mechanism.servers(shared),
			count: () => mechanism.sockets(shared),
			hasPrograms: () => mechanism.hasPrograms(shared),
			connect: (port, family) => {
				if (!this.#inside) throw new Error("Nothing has entered the sandbox yet");
				return connect({ fd: this.#inside.connect(port, family), port, allowHalfOpen: true });
			},
		};
		this.#ports = new PortForwards(servers, portInside, this.#options.onMoved);
		return { kind: "proxy", port: portInside, socket };
	}
}

function inodeOf(path: string): number | undefined {
	return lstatSync(path, { throwIfNoEntry: false })?.ino;
}

interface BoxFolders {
	readonly root: string;
	/** Private to programs in the box: their `/tmp`. */
	readonly temporary: string;
	/** Seen by both sides. */
	readonly shared: string;
	/** Copies of what is compared after a command. */
	readonly copies: string;
}

function makeFolders(): BoxFolders {
	const root = mkdtempSync(join(tmpdir(), `omp-box-${process.pid}-`));
	removeOnExit(root);
	const folders = { root, temporary: join(root, "tmp"), shared: join(root, "shared"), copies: join(root, "copies") };
	for (const path of [folders.temporary, folders.shared, folders.copies, join(root, "policies")])
		mkdirSync(path, { mode: 0o700 });
	return folders;
}

/** Where kernels find their programs. */
function runnerFolders(): readonly string[] {
	return ["omp-python-runner", "omp-javascript-runner"].map((name) => join(tmpdir(), name));
}
