import { expect, test } from "bun:test";
import { SessionWeb } from "./session-web.ts";

function sessionWeb(): SessionWeb {
	return new SessionWeb({ env: { KEY: "k" }, allowHosts: () => [], ask: () => undefined });
}

const options = () => ({ toolName: "read", signal: new AbortController().signal });

async function isAdmitted(web: SessionWeb, url: string): Promise<boolean> {
	return web.admit(new URL(url), options()).then(
		() => true,
		() => false,
	);
}

test("what the user sends names hosts; what an extension sends and what is attached does not", async () => {
	const web = sessionWeb();
	const { onInput } = web.hook;
	await onInput?.({ text: "see http://127.0.0.1:1/", source: "extension" });
	await onInput?.({ text: "<file>127.0.0.1</file> what is this?", typed: "what is this?", source: "interactive" });
	expect(await isAdmitted(web, "http://127.0.0.1:1/")).toBe(false);
	await onInput?.({ text: "it is on 127.0.0.1:1", source: "rpc" });
	expect(await isAdmitted(web, "http://127.0.0.1:1/")).toBe(true);
	expect(await isAdmitted(web, "http://127.0.0.2:1/")).toBe(false);
});

test("another session knows nothing of what was said before, another branch of the same does", async () => {
	const web = sessionWeb();
	web.hear("127.0.0.1");
	await web.hook.afterSessionChange?.({ type: "session_tree", newLeafId: null, oldLeafId: null });
	expect(await isAdmitted(web, "http://127.0.0.1/")).toBe(true);
	await web.hook.afterSessionChange?.({ type: "session_switch", reason: "new" });
	expect(await isAdmitted(web, "http://127.0.0.1/")).toBe(false);
});

test("hosts of long sessions are kept, and variables are those of omp", async () => {
	const web = sessionWeb();
	for (let count = 0; count < 500; count++) web.hear(`10.0.${count >> 8}.${count & 255}`);
	expect(await isAdmitted(web, "http://10.0.0.0/")).toBe(true);
	expect(await isAdmitted(web, "http://10.0.1.243/")).toBe(true);
	expect([web.env("KEY"), web.env("OTHER")]).toEqual(["k", undefined]);
});
