import { lstatSync, mkdirSync, mkdtempSync, rmSync, type Stats } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { removeOnExit } from "@oh-my-pi/pi-natives/process/guardian";
import type { BoxNetwork, BoxPolicy, BoxSupport } from "@oh-my-pi/pi-natives/sandbox/box-policy";
import type { InBox } from "@oh-my-pi/pi-natives/sandbox/in-box";
import { isInFolder } from "@oh-my-pi/pi-policy/paths/is-in-folder";
import type { PrivateTemporary } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { guardedFolders, SessionGuard } from "../guard/session-guard.ts";
import { type BoxFacts, boxPolicyFor } from "../policy/box-policy-for.ts";
import { HiddenNames } from "../policy/hidden-names.ts";
import { serverCacheVariables } from "../policy/server-caches.ts";
import { PortForwards, type ServersInside } from "../ports/port-forwards.ts";
import type { Mechanism, WayInside } from "./mechanism.ts";
import { TemporaryFiles } from "./temporary-files.ts";

export interface SessionBoxOptions
	extends Omit<BoxFacts, "workspace" | "roots" | "temporaryFolder" | "visible" | "readable" | "network"> {
	/** Folders added to the workspace, asked anew for each program. */
	readonly roots: () => readonly string[];
	/** Of omp's own folders, those that programs of the session may read. */
	readonly ownFolders: () => readonly string[];
	readonly mechanism: Mechanism;
	readonly now: () => number;
	/** Something was taken away or put back while no call waited for it. */
	readonly onFound: (lines: readonly string[]) => void;
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
	readonly #entrances = new Map<string, Entrance>();
	/** What the kernel holds for the programs of each entrance, also of those that no new program takes. */
	readonly #holds: HeldNames[] = [];
	/** What programs of a workspace see although it may lie below the machine's temporary folder. */
	readonly #visible = new Map<string, readonly string[]>();
	readonly #granted = new Set<string>();
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
	#guard: SessionGuard | undefined;
	#notes: string[] = [];

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

	/** The same function until more is granted, other folders are added, or something has appeared that must be hidden. */
	enter(workspace: string): InBox | undefined {
		if (!this.holds) return undefined;
		const folder = resolve(workspace);
		const key = this.#keyOf(folder);
		const known = this.#entrances.get(key);
		if (known && !known.hidden.hasChanged()) return known.inBox;
		if (known) this.#notes.push(enteredAnew);
		const { mechanism, agentDir, logsDir } = this.#options;
		const { root } = this.folders;
		// omp makes these itself sooner or later, and programs that entered before would have to enter anew.
		for (const path of [agentDir, logsDir]) mkdirSync(path, { recursive: true, mode: 0o700 });
		const policy = this.policy(folder);
		if (this.#options.cacheFolder !== undefined) mkdirSync(this.#options.cacheFolder, { recursive: true });
		const file = mechanism.write(join(root, "policies"), policy);
		const temporary = { TMPDIR: undefined, TMP: undefined, TEMP: undefined };
		const ports = this.#ports;
		const guarded = guardedFolders([folder, ...this.#rootsFor(folder)], policy.writable);
		const enter = (command: readonly string[]) => {
			ports?.watch();
			this.guard.started(guarded);
			return mechanism.command(file, command);
		};
		const inBox: InBox = Object.assign(enter, {
			variables: { ...temporary, ...policy.env },
			...(ports && { hasServer: (port: number) => ports.hasServer(port) }),
		});
		if (this.support.possible.includes("mounts")) this.#holds.push(findHeld(policy));
		this.#entrances.set(key, { inBox, guarded, hidden: new HiddenNames(policy, this.#options.now) });
		return inBox;
	}

	/** Whether the kernel keeps a file as it is, for all programs in the box that could reach it. */
	isHeld(path: string): boolean {
		const facts = lstatSync(path, { throwIfNoEntry: false });
		// A link is not what is mounted, but what it leads to.
		if (!facts || facts.isSymbolicLink()) return false;
		if (this.support.mechanism === "seatbelt") return true;
		const able = this.#holds.filter(({ writable }) => writable.some((folder) => isInFolder(path, folder)));
		return able.length > 0 && able.every(({ files }) => files.get(path) === nameFile(facts));
	}

	/** Looks after the protected names of all folders of the session. */
	get guard(): SessionGuard {
		this.#guard ??= this.#makeGuard();
		return this.#guard;
	}

	/** The folders whose names are looked after when something runs in a workspace: what programs there can write. */
	guardedIn(workspace: string): readonly string[] {
		return this.#entrances.get(this.#keyOf(resolve(workspace)))?.guarded ?? [];
	}

	/** Tools of omp are about to write these, and have asked about them where they must. */
	expectWrites(callId: string, paths: readonly string[]): void {
		this.#guard?.expect(callId, paths);
	}

	/** What the model should know about the box; each is said once. */
	takeNotes(): readonly string[] {
		return this.#notes.splice(0);
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
		const { settings } = this.#options;
		const { temporary, shared } = this.folders;
		const policy = boxPolicyFor({
			...this.#options,
			roots: this.#rootsFor(workspace),
			workspace,
			temporaryFolder: temporary,
			visible: [shared],
			readable: [runnerFolder(), ...this.#options.ownFolders()],
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

	/** Gives language servers a cache that they can write. */
	serverVariables(): Readonly<Record<string, string>> {
		if (!this.holds) return {};
		const { cacheFolder, mode } = this.#options;
		const temporary = this.support.possible.includes("mounts") ? "/tmp" : this.folders.temporary;
		const parent = mode === "read" ? undefined : cacheFolder;
		return serverCacheVariables(join(parent ?? temporary, "language-servers"), this.#options);
	}

	/** The machine's temporary folder that hides a file from programs in the box, which have one of their own. */
	hiddenIn(workspace: string, path: string): string | undefined {
		if (!this.holds || !this.support.possible.includes("mounts")) return undefined;
		const isBelow = (folder: string) => isInFolder(path, folder);
		return this.#visibleIn(resolve(workspace)).some(isBelow) ? undefined : ["/tmp", "/var/tmp"].find(isBelow);
	}

	[Symbol.dispose](): void {
		this.#guard?.[Symbol.dispose]();
		this.#guard = undefined;
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

	/** A copy of the project that a sub-agent works in is not to reach the project itself. */
	#rootsFor(workspace: string): readonly string[] {
		return this.#options.roots().filter((root) => !isInFolder(workspace, root));
	}

	#makeGuard(): SessionGuard {
		const { mechanism, now, onFound } = this.#options;
		const seesPrograms = this.support.possible.includes("processes");
		const shared = () => this.#folders && join(this.#folders.root, "session");
		const ask = <Answer>(question: (shared: string) => Answer, none: Answer): Answer => {
			const folder = shared();
			return folder === undefined ? none : question(folder);
		};
		return new SessionGuard({
			isHeld: (path) => this.isHeld(path),
			takenTo: this.takenTo,
			now,
			activity: () => (seesPrograms ? ask((folder) => mechanism.activity(folder), "") : undefined),
			hasPrograms: () => seesPrograms && ask((folder) => mechanism.hasPrograms(folder), false),
			onFound: (lines) => {
				this.#notes.push(...lines);
				onFound(lines);
			},
		});
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

interface Entrance {
	readonly inBox: InBox;
	readonly guarded: readonly string[];
	readonly hidden: HiddenNames;
}

interface HeldNames {
	readonly writable: readonly string[];
	/** What was there when programs entered: another file in its place is not held. */
	readonly files: ReadonlyMap<string, string>;
}

const enteredAnew =
	"The shell was started anew, since credentials or sockets outside of the sandbox have changed, which it must not see: variables and functions of before are gone.";

function findHeld({ writable, readOnly }: BoxPolicy): HeldNames {
	const files = readOnly.flatMap((path) => {
		const facts = lstatSync(path, { throwIfNoEntry: false });
		return facts && !facts.isSymbolicLink() ? [[path, nameFile(facts)] as const] : [];
	});
	return { writable, files: new Map(files) };
}

/** The number of a file that is gone may soon be another's. */
const nameFile = ({ ino, birthtimeMs }: Stats) => `${ino} ${birthtimeMs}`;

interface BoxFolders {
	readonly root: string;
	/** Private to programs in the box: their `/tmp`. */
	readonly temporary: string;
	/** Seen by both sides. */
	readonly shared: string;
}

function makeFolders(): BoxFolders {
	const root = mkdtempSync(join(tmpdir(), `omp-box-${process.pid}-`));
	removeOnExit(root);
	const folders = { root, temporary: join(root, "tmp"), shared: join(root, "shared") };
	for (const path of [folders.temporary, folders.shared, join(root, "policies")]) mkdirSync(path, { mode: 0o700 });
	return folders;
}

/** Where Python kernels find their programs; those of others do not run in the box. */
const runnerFolder = () => join(tmpdir(), "omp-python-runner");
