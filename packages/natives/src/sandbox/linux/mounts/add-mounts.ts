import type { Argument, Program, Slot } from "../kernel/program.ts";
import { keptDevices } from "./covered-places.data.ts";
import { findPlace, foldersBetween, isWithin } from "./place.ts";
import type { Mount, MountPlan } from "./plan-mounts.ts";

export interface MountOptions {
	readonly temporaryFolder: string;
	/** The terminal that the program runs in. */
	readonly terminal: string | undefined;
	/** /proc shows the processes of the box. */
	readonly ownProcesses: boolean;
}

/** The steps that build the tree of the box. Errors of paths that have disappeared are those of `mountPurpose`. */
export function addMounts(program: Program, plan: MountPlan, options: MountOptions): void {
	const { temporaryFolder, terminal, ownProcesses } = options;
	program.call("unshare", [CLONE_NEWNS], { purpose: "a tree of files" });
	mount(program, "none", "/", null, MS_REC | MS_PRIVATE, "");
	if (ownProcesses) mount(program, "proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, "");
	// Copies of what is mounted elsewhere, as long as all is writable and nothing covered.
	const devices = keptDevices.flatMap((name) => findPlace(`/dev/${name}`) ?? []);
	const sources = new Map<string, Slot>();
	const copy = (path: string, from = path) => sources.set(path, openTree(program, from));
	for (const { path } of devices) copy(path);
	if (terminal) copy(terminal);
	for (const { kind, target } of plan.mounts) {
		if (kind === "same") copy(target);
		if (kind === "private") copy(target, temporaryFolder);
	}
	const fixed = plan.isRootWritable ? ["/proc", "/sys"] : ["/"];
	for (const path of fixed) setReadOnly(program, AT_FDCWD, path, AT_RECURSIVE);
	addDevices(
		program,
		sources,
		devices.map(({ path }) => path),
		terminal,
	);
	for (const one of plan.mounts) if (!isWithin(one.target, "/dev")) addMount(program, one, sources.get(one.target));
	for (const { kind, target } of plan.mounts) if (kind === "empty") setReadOnly(program, AT_FDCWD, target, 0);
	for (const one of plan.mounts) if (isWithin(one.target, "/dev")) addMount(program, one, sources.get(one.target));
	program.call("unlinkat", [AT_FDCWD, blank, 0]);
	setReadOnly(program, AT_FDCWD, "/dev", 0);
}

/** How errors of single mounts are named. */
export const mountPurpose = "mounts";

function addMount(
	program: Program,
	{ kind, target, isFolder, readOnly, madeIn }: Mount,
	source: Slot | undefined,
): void {
	if (madeIn !== undefined) makeTarget(program, madeIn, target, isFolder);
	if (kind === "empty") {
		mount(program, "tmpfs", target, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, "mode=0555");
		return;
	}
	const tree = kind === "blank" ? openTree(program, blank) : source;
	if (!tree) throw new Error(`No copy was made of ${target}`);
	if (readOnly) setReadOnly(program, tree, "", AT_EMPTY_PATH | AT_RECURSIVE);
	attach(program, tree, target);
}

/** A small `/dev` of its own: no disks, no memory, no terminals of others. */
function addDevices(
	program: Program,
	sources: ReadonlyMap<string, Slot>,
	devices: readonly string[],
	terminal?: string,
): void {
	mount(program, "tmpfs", "/dev", "tmpfs", MS_NOSUID | MS_NOEXEC, "mode=0755");
	const file = (path: string) => program.call("mknodat", [AT_FDCWD, path, S_IFREG | 0o444, 0], { purpose: path });
	const place = (path: string, source: Slot | undefined) => {
		file(path);
		if (source) attach(program, source, path);
	};
	file(blank);
	for (const path of devices) place(path, sources.get(path));
	for (const name of ["pts", "shm"])
		program.call("mkdirat", [AT_FDCWD, `/dev/${name}`, 0o755], { purpose: `/dev/${name}` });
	mount(program, "devpts", "/dev/pts", "devpts", MS_NOSUID | MS_NOEXEC, "newinstance,ptmxmode=0666,mode=620");
	mount(program, "tmpfs", "/dev/shm", "tmpfs", MS_NOSUID | MS_NODEV, "mode=1777");
	if (terminal) place("/dev/console", sources.get(terminal));
	const links = { ptmx: "pts/ptmx", fd: "/proc/self/fd", stdin: "fd/0", stdout: "fd/1", stderr: "fd/2" };
	for (const [name, to] of Object.entries(links)) {
		program.call("symlinkat", [to, AT_FDCWD, `/dev/${name}`], { purpose: `/dev/${name}` });
	}
}

function makeTarget(program: Program, cover: string, target: string, isFolder: boolean): void {
	const make = (path: string) => program.call("mkdirat", [AT_FDCWD, path, 0o755], { onError: "ignore" });
	for (const folder of foldersBetween(cover, target)) make(folder);
	if (isFolder) make(target);
	else program.call("mknodat", [AT_FDCWD, target, S_IFREG | 0o644, 0], { onError: "ignore" });
}

function openTree(program: Program, path: string): Slot {
	const into = program.slot();
	const flags = OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE | AT_SYMLINK_NOFOLLOW;
	program.call("openTree", [AT_FDCWD, path, flags], { into, purpose: `${mountPurpose}: a copy of ${path}` });
	return into;
}

function attach(program: Program, tree: Slot, target: string): void {
	const purpose = `${mountPurpose}: ${target}`;
	program.call("moveMount", [tree, "", AT_FDCWD, target, MOVE_MOUNT_F_EMPTY_PATH], { purpose });
}

function setReadOnly(program: Program, folder: Argument, path: string, flags: number): void {
	const attributes = new Uint8Array(new BigUint64Array([MOUNT_ATTR_RDONLY, 0n, 0n, 0n]).buffer);
	const purpose = `${mountPurpose}: ${path || "a copy"} read-only`;
	program.call("mountSetattr", [folder, path, flags, attributes, attributes.length], { purpose });
}

function mount(
	program: Program,
	source: string,
	target: string,
	type: string | null,
	flags: number,
	options: string,
): void {
	const purpose = `${mountPurpose}: ${type ?? "private"} on ${target}`;
	program.call("mount", [source, target, type ?? 0, flags, options], { purpose });
}

/** Mounted over files that are hidden. */
const blank = "/dev/.blank";

const AT_FDCWD = -100;
const AT_SYMLINK_NOFOLLOW = 0x100;
const AT_EMPTY_PATH = 0x1000;
const AT_RECURSIVE = 0x8000;
const CLONE_NEWNS = 0x20000;
const MS_NOSUID = 2;
const MS_NODEV = 4;
const MS_NOEXEC = 8;
const MS_REC = 0x4000;
const MS_PRIVATE = 0x40000;
const MOUNT_ATTR_RDONLY = 1n;
const MOVE_MOUNT_F_EMPTY_PATH = 4;
const OPEN_TREE_CLONE = 1;
const OPEN_TREE_CLOEXEC = 0x80000;
const S_IFREG = 0o100000;
