import { argumentsOf, type FoundCommand, hasFlag } from "../commands/found-command.ts";
import { inlineCode } from "../commands/inline-code.ts";
import type { CriticalRule } from "./critical.ts";
import { filesWritten } from "./files-written.ts";
import { resolveFieldPath, writingCall, writtenFiles } from "./paths.ts";

/** Writes past the file system, or makes a new one. */
export const writesDisk: CriticalRule = (command) => {
	const isDisk = (field: { text: string }) => device.test(resolveFieldPath(field, command) ?? "");
	return [...writtenFiles(command), ...filesWritten(command)].some(isDisk) || formats(command) || opensInCode(command);
};

function opensInCode(command: FoundCommand): boolean {
	const code = inlineCode(command);
	return (
		writingCall.test(code) &&
		[...code.matchAll(/['"`](\/dev\/[^'"`]+)['"`]/g)].some(([, path = ""]) => device.test(path))
	);
}

const device =
	/^\/dev\/(?:[shv]d[a-z]|xvd[a-z]|nvme\d|mmcblk\d|r?disk\d|dm-\d|mapper\/(?!control$)|md\d|nbd\d|loop\d|disk\/by-|mem$|kmem$|port$|[shv]d[?*[])/;

function formats(command: FoundCommand): boolean {
	const args = argumentsOf(command);
	if (args.includes("--help") || args.includes("--version")) return false;
	if (
		/^(?:mkfs(?:\..+)?|mke2fs|mkswap|newfs(?:_.+)?|wipefs|blkdiscard|mkntfs|mkdosfs|zpool|pvcreate|pvremove|vgremove|lvremove)$/.test(
			command.name,
		)
	) {
		if (command.name === "wipefs") return hasFlag(command, "a", "--all", "-o");
		return command.name !== "zpool" || ["create", "destroy", "labelclear"].includes(args[0] ?? "");
	}
	if (/^(?:fdisk|sfdisk|cfdisk|gdisk|sgdisk|parted)$/.test(command.name)) {
		return (
			args.some((text) => text.startsWith("/dev/")) &&
			!hasFlag(command, "ld", "--list", "--dump") &&
			!args.includes("print")
		);
	}
	switch (command.name) {
		case "zfs":
			return args[0] === "destroy";
		case "mdadm":
			return args.includes("--zero-superblock");
		case "flashrom":
			return hasFlag(command, "wE", "--write", "--erase");
		case "qemu-img":
			return args[0] === "convert" && device.test(args.at(-1) ?? "");
		case "hdparm":
			return args.some((text) => /^--(?:security-erase|trim-sector|make-bad-sector)/.test(text));
		case "nvme":
			return ["format", "sanitize"].includes(args[0] ?? "");
		case "cryptsetup":
			return ["luksFormat", "luksErase", "erase"].some((action) => args.includes(action));
		case "badblocks":
			return hasFlag(command, "w");
		case "diskutil":
			return /^(?:erase|partition|secureErase|zero|apfs)/i.test(args[0] ?? "");
		default:
			return false;
	}
}
