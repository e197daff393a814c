import { expect, test } from "bun:test";
import type { UrlScheme } from "@oh-my-pi/pi-tools/urls/url-router";
import type { OutFrame } from "../../../rpc-protocol/frames.ts";
import { HostUris } from "./host-uris.ts";

const { signal } = new AbortController();

function urisWithHost() {
	const frames: OutFrame[] = [];
	let schemes: readonly UrlScheme[] = [];
	let ids = 0;
	const uris = new HostUris({
		write: async (frame) => void frames.push(frame),
		newId: () => `u${++ids}`,
		taken: () => ["artifact"],
		setSchemes: (given) => {
			schemes = given;
		},
	});
	return { uris, frames, scheme: (name: string) => schemes.find(({ scheme }) => scheme === name) };
}

test("addresses are read and written through the host", async () => {
	const { uris, frames, scheme } = urisWithHost();
	expect(uris.replace([{ scheme: "DB", writable: true }, { scheme: "ro" }])).toEqual(["db", "ro"]);
	const read = scheme("db")?.resolve("db://users/42", { signal });
	const write = scheme("db")?.write?.("db://users/42", "new", { signal });
	expect(frames).toEqual([
		{ type: "host_uri_request", id: "u1", operation: "read", url: "db://users/42" },
		{ type: "host_uri_request", id: "u2", operation: "write", url: "db://users/42", content: "new" },
	]);
	uris.onReply({ type: "host_uri_result", id: "u1", content: "id=42\n", notes: ["fresh"], immutable: false });
	uris.onReply({ type: "host_uri_result", id: "u2" });
	expect(await read).toEqual({ text: "id=42\n", mutable: true, notes: ["fresh"] });
	expect(await write).toBe("Wrote db://users/42");
	await expect(scheme("ro")?.write?.("ro://x", "new", { signal })).rejects.toThrow(
		"ro:// URLs are read-only for write; use the protocol-specific tool for mutations.",
	);
});

test("an error of the host is the tool's error, and a call that is stopped takes its question back", async () => {
	const { uris, frames, scheme } = urisWithHost();
	uris.replace([{ scheme: "db" }]);
	const failed = scheme("db")?.resolve("db://nothing", { signal });
	uris.onReply({ type: "host_uri_result", id: "u1", isError: true, error: "row not found" });
	await expect(failed).rejects.toThrow("row not found");
	const controller = new AbortController();
	const stopped = scheme("db")?.resolve("db://slow", { signal: controller.signal });
	controller.abort();
	await expect(stopped).rejects.toThrow("Operation aborted");
	expect(frames.at(-1)).toEqual({ type: "host_uri_cancel", id: "u3", targetId: "u2" });
	const left = scheme("db")?.resolve("db://gone", { signal });
	uris.end();
	await expect(left).rejects.toThrow("db://gone is gone: the host has left");
});

test.each([
	["1bad", "Host URI scheme contains invalid characters: 1bad"],
	["artifact", 'Host URI scheme "artifact" is already in use'],
	["a b", "Host URI scheme contains invalid characters: a b"],
])("the scheme %p is refused", (scheme, message) => {
	expect(() => urisWithHost().uris.replace([{ scheme }])).toThrow(message);
});
