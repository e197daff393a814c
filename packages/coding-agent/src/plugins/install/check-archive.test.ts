import { expect, test } from "bun:test";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { checkArchive } from "./check-archive.ts";

interface Entry {
	readonly name: string;
	readonly size?: string;
	readonly type?: string;
	readonly link?: string;
	readonly body?: string;
}

/** A tar file as somebody would make it who writes the bytes himself. */
function archive(entries: readonly Entry[]): Uint8Array<ArrayBuffer> {
	const blocks = entries.map(({ name, size, type = "0", link = "", body = "" }) => {
		const header = Buffer.alloc(512);
		header.write(name, 0, "latin1");
		header.write(size ?? body.length.toString(8).padStart(11, "0"), 124, "latin1");
		header.write(type, 156);
		header.write(link, 157);
		header.write("ustar", 257);
		const content = Buffer.alloc(Math.ceil(body.length / 512) * 512);
		content.write(body);
		return Buffer.concat([header, content]);
	});
	return Bun.gzipSync(Uint8Array.from(Buffer.concat([...blocks, Buffer.alloc(1024)])));
}

const outside = { name: "../../evil", body: "evil" };

test.each<[string, readonly Entry[]]>([
	["an entry above", [outside]],
	["an absolute entry", [{ name: "/tmp/evil" }]],
	["an entry behind a size that is no number", [{ name: "package/a", size: "zzz" }, outside]],
	["an entry behind a negative size", [{ name: "package/a", size: "-0000002000" }, outside]],
	[
		"an entry behind a binary size",
		[{ name: "package/a", size: `\x80${"\0".repeat(10)}\x04` }, { name: "abcd" }, outside],
	],
	["an absolute link", [{ name: "package/a", type: "2", link: "/etc/passwd" }]],
	["an absolute hard link", [{ name: "package/a", type: "1", link: "/etc/passwd" }]],
	["a hard link above", [{ name: "package/a", type: "1", link: "../etc/passwd" }]],
	[
		"links that leave it step by step",
		[
			{ name: "package/a", type: "2", link: ".." },
			{ name: "package/a/b", type: "2", link: ".." },
		],
	],
])("%s is refused", async (_, entries) => {
	await using files = await workspace({});
	await Bun.write(files.file("a.tgz"), archive([{ name: "package/package.json", body: "{}" }, ...entries]));
	expect(checkArchive(files.file("a.tgz"))).rejects.toThrow(/leaves its folder|is broken/);
});

test("links within the package are fine", async () => {
	await using files = await workspace({});
	const entries = [
		{ name: "package/a/b", body: "b" },
		{ name: "package/link", type: "2", link: "a/b" },
		{ name: "package/a/up", type: "2", link: "../link" },
		{ name: "package/hard", type: "1", link: "package/a/b" },
	];
	await Bun.write(files.file("a.tgz"), archive(entries));
	await checkArchive(files.file("a.tgz"));
});

test("an archive that unpacks to more than a disk has is refused", async () => {
	await using files = await workspace({});
	const zeros = Bun.gzipSync(new Uint8Array(64 * 1024 * 1024));
	await Bun.write(files.file("a.tgz"), Buffer.concat(Array.from({ length: 5 }, () => zeros)));
	expect(checkArchive(files.file("a.tgz"))).rejects.toThrow("unpacks to more than");
});
