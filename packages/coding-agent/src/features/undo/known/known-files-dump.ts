import type { BytePath } from "../contract/node-state.ts";
import type { Columns } from "./columns.ts";
import { hashBytes } from "./columns.ts";
import { KnownFiles, nothing } from "./known-files.ts";

const kept = [
	"parent",
	"nameAt",
	"nameLength",
	"mode",
	"size",
	"modifiedSeconds",
	"modifiedNanos",
	"changedSeconds",
	"changedNanos",
	"inodeLow",
	"inodeHigh",
	"kept",
	"flags",
	"hash",
] as const satisfies ReadonlyArray<keyof Columns>;

const magic = "omp-undo-known-1\n";

/** The entries as they are in memory, for a file. */
export function dumpKnownFiles(known: KnownFiles): Buffer[] {
	const { end, columns } = known;
	const names = known.names();
	const targets = JSON.stringify([...known.targets]);
	const header = Buffer.from(`${magic}${JSON.stringify({ end, names: names.length, targets: targets.length })}\n`);
	const parts = kept.map((name) => {
		const column = columns[name].subarray(0, name === "hash" ? end * hashBytes : end);
		return Buffer.from(column.buffer, column.byteOffset, column.byteLength);
	});
	return [header, ...parts, names, Buffer.from(targets, "latin1")];
}

/** `undefined` for anything but a whole dump. */
export function loadKnownFiles(dump: Buffer): KnownFiles | undefined {
	const headerEnd = dump.indexOf("\n", magic.length);
	if (headerEnd < 0 || dump.toString("latin1", 0, magic.length) !== magic) return undefined;
	const header: { end: number; names: number; targets: number } = JSON.parse(
		dump.toString("latin1", magic.length, headerEnd),
	);
	const { end } = header;
	let at = headerEnd + 1;
	const saved = new KnownFiles(16).columns;
	const columns = new Map<string, ArrayLike<number>>();
	for (const name of kept) {
		const length = name === "hash" ? end * hashBytes : end;
		const bytes = length * saved[name].BYTES_PER_ELEMENT;
		if (at + bytes > dump.length) return undefined;
		// Copied, because a typed array must begin at a multiple of its element.
		const copy = dump.buffer.slice(dump.byteOffset + at, dump.byteOffset + at + bytes);
		columns.set(name, new (saved[name].constructor as new (buffer: ArrayBufferLike) => ArrayLike<number>)(copy));
		at += bytes;
	}
	const names = dump.subarray(at, at + header.names);
	const targetsEnd = at + header.names + header.targets;
	if (targetsEnd !== dump.length) return undefined;
	const targets = new Map<number, BytePath>(JSON.parse(dump.toString("latin1", at + header.names, targetsEnd)));
	return rebuild(end, columns, names, targets);
}

function rebuild(
	end: number,
	saved: ReadonlyMap<string, ArrayLike<number>>,
	names: Buffer,
	targets: ReadonlyMap<number, BytePath>,
): KnownFiles {
	const known = new KnownFiles(2 ** Math.ceil(Math.log2(Math.max(end + 1, 1024))));
	const value = (name: string, entry: number) => saved.get(name)?.[entry] ?? 0;
	const placed = new Uint32Array(end);
	const place = (entry: number): number => {
		const there = placed[entry];
		if (entry === nothing || there) return there ?? nothing;
		const parent = place(value("parent", entry));
		const start = value("nameAt", entry);
		const added = known.add(parent, names, start, start + value("nameLength", entry));
		placed[entry] = added;
		for (const name of kept.slice(3, -1)) known.columns[name][added] = value(name, entry);
		const hash = (saved.get("hash") as Uint8Array).subarray(entry * hashBytes, (entry + 1) * hashBytes);
		known.columns.hash.set(hash, added * hashBytes);
		const target = targets.get(entry);
		if (target !== undefined) known.targets.set(added, target);
		return added;
	};
	for (let entry = 1; entry < end; entry++) if (value("mode", entry) !== 0) place(entry);
	return known;
}
