import { expect } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { unseal } from "../../share/seal.ts";
import { type CommandWorld, runCommandIn } from "../testing/run-command-in.ts";
import { shareWith } from "./share.ts";

const lines = [
	{
		type: "session",
		version: 3,
		id: "01a1dd10-4135-7425-978c-8e0eb2ceefee",
		timestamp: "2026-11-15T02:36:32.437Z",
		cwd: "/work",
	},
	{
		type: "message",
		id: "00000001",
		parentId: null,
		timestamp: "2026-11-15T02:36:33.000Z",
		message: { role: "user", content: "a question", timestamp: 0 },
	},
];
const session = lines.map((line) => JSON.stringify(line)).join("\n");

verifies("cli:sub:share", async () => {
	await using home = await workspace();
	const sent: Uint8Array[] = [];
	const ports = {
		async fetch(_url: string, { body }: RequestInit) {
			sent.push(body as Uint8Array);
			return Response.json({ id: "abc" });
		},
		run: async () => "https://gist.github.com/ada/0123456789abcdef0123",
	};
	const share = (argv: readonly string[], world: CommandWorld = {}) =>
		runCommandIn((...given) => shareWith(ports, ...given), argv, {
			files: { "s.jsonl": session, "agent/config.yml": "share: { serverUrl: 'https://share.example/s' }\n" },
			...world,
			env: { PI_CODING_AGENT_DIR: home.file("agent"), ...world.env },
		});
	await home.write("agent/config.yml", "share: { serverUrl: 'https://share.example/s' }\n");
	// No consent yet, and no terminal to ask on.
	await expect(share(["s.jsonl"])).rejects.toThrow("This uploads the session, encrypted, to https://share.example/s.");
	await expect(share(["s.jsonl"], { answers: ["n"] })).rejects.toThrow("Nothing was uploaded.");
	expect(sent).toEqual([]);
	const { stdout } = await share(["s.jsonl"], { answers: ["yes"] });
	const [link, key = ""] = stdout.trimEnd().split("#");
	expect(link).toBe("https://share.example/s/abc");
	expect(await unseal(sent[0] ?? new Uint8Array(), Buffer.from(key, "base64url"))).toContain("a question");
	// Consent is remembered.
	expect((await share(["s.jsonl", "--gist"])).stdout).toStartWith("https://share.example/s/0123456789abcdef0123#");
	const away = { ...ports, fetch: () => Promise.reject(new Error("no route")) };
	const unreachable = runCommandIn((...given) => shareWith(away, ...given), ["s.jsonl"], {
		files: { "s.jsonl": session },
		env: { PI_CODING_AGENT_DIR: home.file("agent") },
	});
	await expect(unreachable).rejects.toThrow(
		/^https:\/\/share\.example\/s cannot be reached \(no route\)\.\nTo export a local HTML page: omp --export .*s\.jsonl$/,
	);
	await expect(share(["nobody"])).rejects.toThrow('Session "nobody" not found.');
	await expect(share([])).rejects.toThrow("Expected one session\nUSAGE");
});
