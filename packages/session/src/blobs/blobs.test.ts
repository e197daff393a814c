import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { BlobStore, blobHash } from "./blobs.ts";
import { resolveBlobReferences } from "./prepare-entry.ts";

const HASH_OF_HI = "8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4";

test("blobs: bytes are stored once under their hash; images get a second name with extension", async () => {
	await using project = await workspace();
	const blobs = new BlobStore(project.file("blobs"));
	expect(blobs.put(Buffer.from("hi"))).toBe(`blob:sha256:${HASH_OF_HI}`);
	expect(blobs.put(Buffer.from("hi"), { mimeType: "image/webp" })).toBe(`blob:sha256:${HASH_OF_HI}`);
	expect(readdirSync(project.file("blobs")).sort()).toEqual([HASH_OF_HI, `${HASH_OF_HI}.webp`]);
	expect(readFileSync(project.file(`blobs/${HASH_OF_HI}.webp`), "utf8")).toBe("hi");
	expect(blobs.find(`blob:sha256:${HASH_OF_HI}`)?.toString()).toBe("hi");
});

test("blobs: only a well-formed reference is looked up", async () => {
	await using project = await workspace({ "blobs/x": "", secret: "s" });
	const blobs = new BlobStore(project.file("blobs"));
	for (const odd of [
		"blob:sha256:../secret",
		"blob:sha256:",
		`blob:sha256:${HASH_OF_HI.toUpperCase()}`,
		"blob:md5:x",
	]) {
		expect([blobHash(odd), blobs.find(odd)]).toEqual([undefined, undefined]);
	}
});

verifies("sessions:blob:missing", async () => {
	await using project = await workspace();
	const blobs = new BlobStore(project.file("blobs"));
	const image = blobs.put(Buffer.from([1, 2, 3]));
	const url = blobs.put(Buffer.from("data:image/png;base64,AQID"));
	const gone = `blob:sha256:${"0".repeat(64)}`;
	const missing: string[] = [];
	const value = { content: [{ type: "image", data: image, note: image }, { url }, gone, "blob:sha256:../x", 5, null] };
	expect(resolveBlobReferences(value, blobs, (reference) => missing.push(reference))).toEqual({
		content: [
			{ type: "image", data: "AQID", note: image },
			{ url: "data:image/png;base64,AQID" },
			gone,
			"blob:sha256:../x",
			5,
			null,
		],
	});
	expect(missing).toEqual([gone]);
});
