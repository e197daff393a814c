import { expect, test } from "bun:test";
import { join } from "node:path";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";

const source = join(import.meta.dir, "../..");

/** Starts a process that selects a model and sends one request, and returns the files and packages it loaded. */
async function loadedFor(pattern: string, files: Record<string, string> = {}): Promise<string[]> {
	await using dir = await workspace(files);
	const script = `
		const { ModelRegistry } = await import("${source}/models/registry/registry.ts");
		const { builtInProviders } = await import("${source}/providers/lists/providers.ts");
		const { selectModel } = await import("${source}/models/select/select.ts");
		const { withCredentials } = await import("${source}/auth/with-credentials.ts");
		const { createStream } = await import("${source}/stream/stream.ts");
		const { builtInProtocols } = await import("${source}/protocols/protocols.ts");
		const [agentDir, pattern] = process.argv.slice(1);
		const nobody = "http://127.0.0.1:9";
		const env = { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: nobody, OLLAMA_HOST: nobody, LM_STUDIO_BASE_URL: nobody, LLAMA_CPP_BASE_URL: nobody };
		const host = { cwd: agentDir, home: agentDir, env, now: Date.now, newId: () => "id" };
		const registry = await ModelRegistry.load({ host, agentDir, providers: builtInProviders });
		const { model } = await selectModel(pattern, registry);
		const refusing = async () => new Response("no", { status: 401 });
		const stream = withCredentials(createStream({ host, protocols: builtInProtocols, fetch: refusing }), registry, Date.now);
		const reply = await stream(model, { messages: [{ role: "user", content: "hi", timestamp: 0 }] }).result();
		console.log(JSON.stringify([reply.errorMessage, ...Object.keys(require.cache)]));
	`;
	const { stdout, stderr } = await runCommand([process.execPath, "-e", script, dir.path, pattern], { cwd: dir.path });
	if (stdout === "") throw new Error(stderr);
	const [error, ...loaded] = JSON.parse(stdout) as string[];
	expect(error).toBe("401 no\nThe key came from ANTHROPIC_API_KEY.");
	expect(await Bun.file(dir.file("agent.db")).exists()).toBe(false);
	expect(await Bun.file(dir.file("models.db")).exists()).toBe(false);
	return loaded.map((path) => path.replace(`${source}/`, ""));
}

const needlessPaths =
	/^auth\/(flows|accounts|oauth)\/|^auth\/store\/credential-store|^models\/discovery\/|node_modules\/yaml\//;
const needless = (loaded: readonly string[]) => loaded.filter((path) => needlessPaths.test(path));
const shards = (loaded: readonly string[]) => loaded.filter((path) => path.includes(".generated."));
const protocols = (loaded: readonly string[]) =>
	new Set(loaded.flatMap((path) => /^protocols\/([\w-]+)\//.exec(path)?.[1] ?? []));

verifies("models-and-auth:catalog:lazy-shards", async () => {
	const loaded = await loadedFor("anthropic/claude-opus-4-8");
	expect(shards(loaded)).toEqual(["catalog/anthropic.generated.json"]);
	expect(needless(loaded)).toEqual([]);
	expect([...protocols(loaded)]).toEqual(["anthropic-messages"]);
});

test("lazy: a partial name loads the shards of usable providers and the list of names", async () => {
	const loaded = await loadedFor("opus");
	expect(shards(loaded).sort()).toEqual(["catalog/anthropic.generated.json", "catalog/names.generated.json"]);
});

test("lazy: a valid models.yml needs no second YAML parser", async () => {
	const files = { "models.yml": "providers:\n  anthropic: { headers: { A: b } }\n" };
	expect(needless(await loadedFor("anthropic/claude-opus-4-8", files))).toEqual([]);
});
