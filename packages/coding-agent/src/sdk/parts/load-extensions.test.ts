import { expect, test } from "bun:test";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import {
	createAgentSession,
	discoverAndLoadExtensions,
	loadExtensions,
	SessionManager,
	Settings,
} from "../entries/embedded-entry.ts";

const source = `import { formatBytes } from "@oh-my-pi/pi-utils";
	export default (pi) => pi.registerTool({
		name: "size", label: "Size", description: "Says " + formatBytes(2048), parameters: { type: "object", properties: {} },
		execute: async () => ({ content: [] }),
	});`;

test("extensions that a program loads are used by its sessions; one that fails is an error", async () => {
	await using files = await workspace({ "good.ts": source, "bad.ts": "throw new Error('broken');" });
	const paths = [files.file("good.ts"), files.file("bad.ts")];
	const { extensions, errors } = await loadExtensions(paths, files.path);
	expect(extensions.map(({ path }) => path)).toEqual([files.file("good.ts")]);
	expect(errors).toEqual([{ path: files.file("bad.ts"), error: expect.stringContaining("broken") }]);
	const { session } = await createAgentSession({
		cwd: files.path,
		agentDir: files.file("agent"),
		settings: Settings.inMemory(),
		sessionManager: SessionManager.inMemory(files.path),
		extensions: extensions.map(({ factory }) => factory),
		disableExtensionDiscovery: true,
	});
	expect(session.getAllToolNames()).toContain("size");
	await session.dispose();
});

test("extensions of the user are found and loaded; those of a project that is not trusted are not", async () => {
	await using files = await workspace({
		"agent/extensions/mine.ts": source,
		"project/.omp/extensions/theirs.ts": source,
		"project/.git/HEAD": "ref: refs/heads/main\n",
	});
	const { extensions, errors } = await discoverAndLoadExtensions([], files.file("project"), files.file("agent"));
	expect(extensions.map(({ path }) => path)).toEqual([files.file("agent/extensions/mine.ts")]);
	expect(errors).toEqual([{ path: expect.stringContaining("theirs.ts"), error: "Not trusted; see omp trust" }]);
});
