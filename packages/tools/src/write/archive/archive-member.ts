import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type CallRef, commitJournaled } from "../../files/mutate/commit-journaled.ts";
import { loadBytes, mustBeWritable } from "../../files/mutate/load-file.ts";
import { resolveTarget } from "../../files/mutate/target.ts";
import { archiveKind } from "../../formats/archives/open-archive.ts";
import type { WriteDetails } from "../contract/details.ts";
import type { WritePorts } from "../contract/write-ports.ts";
import type { ArchiveTarget } from "./archive-target.ts";
import { withTarMember } from "./tar-member.ts";
import { withZipMember } from "./zip-member.ts";

const maxUnpackedBytes = 256 * 1024 * 1024;

/** Replaces one member, or adds it; the others stay as they are, byte by byte. */
export async function writeArchiveMember(
	{ requestedArchive, member }: ArchiveTarget,
	content: string,
	call: CallRef,
	ports: WritePorts,
): Promise<ToolOutput<WriteDetails>> {
	const target = resolveTarget(requestedArchive, ports);
	const loaded = await loadBytes(target.path, target.shownPath);
	if (loaded && !loaded.bytes) throw new ToolError(`${target.shownPath} is too large to be rewritten.`);
	if (loaded) await mustBeWritable(target.path, target.shownPath);
	const packed = await repacked(target.path, loaded?.bytes, {
		path: member,
		content: Buffer.from(content),
		modifiedMs: ports.now(),
	});
	call.signal.throwIfAborted();
	const change = { kind: "write", ...target, content: packed, ...(loaded && { replaces: loaded.version }) } as const;
	await commitJournaled([change], ports, { call, tool: "write" });
	ports.onChanged?.([target.path]);
	return {
		content: `Successfully wrote ${content.length} bytes to ${target.shownPath}:${member}`,
		details: { resolvedPath: target.path },
	};
}

export interface NewMember {
	readonly path: string;
	readonly content: Buffer;
	readonly modifiedMs: number;
}

async function repacked(path: string, old: Uint8Array | undefined, member: NewMember): Promise<Uint8Array> {
	const kind = archiveKind(path);
	if (kind === "zip") return withZipMember(old && Buffer.from(old), member);
	if (kind === "tar") return withTarMember(old && Buffer.from(old), member);
	const unpacked = old && (await unpack(old));
	return promisify(gzip)(withTarMember(unpacked, member));
}

async function unpack(packed: Uint8Array): Promise<Buffer> {
	try {
		return await promisify(gunzip)(packed, { maxOutputLength: maxUnpackedBytes });
	} catch (error) {
		const reason = error instanceof RangeError ? "too large" : "damaged";
		throw new ToolError(`The gzip archive is ${reason}, so it cannot be rewritten.`, { cause: error });
	}
}
