import { expect, test } from "bun:test";
import { ProviderError } from "@oh-my-pi/pi-ai/errors/provider-error";
import { says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { mcpKey } from "../../../packages/coding-agent/src/features/mcp/session/mcp-key.ts";
import type { Workbench } from "../../../packages/coding-agent/src/workbench/workbench.ts";
import { extendedSession } from "./extended-session.ts";

function notificationsOf({ features }: Workbench) {
	const service = features.find(mcpKey);
	if (!service) throw new Error("MCP is not running");
	return service.notifications;
}

/** Keeps the fields of each event that a test can know. */
const watching = (names: readonly string[], more = "") => `export default (pi) => {
	for (const name of ${JSON.stringify(names)}) pi.on(name, (event) => { seen.push(event); });
	${more}
};`;

interface Seen {
	readonly type: string;
	readonly [field: string]: unknown;
}

const smallContext = "compaction: { keepRecentTokens: 1 }\n";

verifies("extensions:event:session-lifecycle", async () => {
	const names =
		`session_start session_before_switch session_switch session_before_branch session_branch session_before_tree
		session_tree session_before_compact session_compact session_shutdown`.split(/\s+/);
	const commands = `
		const user = (ctx) => ctx.sessionManager.getBranch().find((entry) => entry.message?.role === "user").id;
		pi.registerCommand("go", { handler: async (file, ctx) => {
			const id = user(ctx);
			await ctx.navigateTree(id);
			await ctx.branch(id);
			await ctx.newSession();
		} });
		pi.registerCommand("back", { handler: async (file, ctx) => { await ctx.switchSession(file); } });`;
	const answers = ["A.", "B.", "C.", "A summary.", "Another.", "A third."].map(says);
	const at = await extendedSession({ "a.ts": watching(names, commands) }, { answers, config: smallContext });
	for (const text of ["one", "two", "three"]) await at.prompt(text);
	await at.session.conversation.compact("the gist");
	const { file = "", leafId } = at.session.log;
	const firstUser = at.session.log.path().find(({ role }) => role === "user")?.id;
	await at.command("go", file);
	const branched = at.session.log.file;
	await at.command("back", file);
	await at[Symbol.asyncDispose]();
	const seen = at.seen as Seen[];
	const [start, beforeCompact, compact, beforeTree, tree, beforeBranch, branch, ...rest] = seen;
	expect(start).toEqual({ type: "session_start" });
	expect(beforeCompact).toMatchObject({ type: "session_before_compact", customInstructions: "the gist" });
	const preparation = beforeCompact?.preparation as Record<string, unknown>;
	expect(Object.keys(preparation).toSorted()).toEqual([
		"fileOps",
		"firstKeptEntryId",
		"isSplitTurn",
		"messagesToSummarize",
		"recentMessages",
		"settings",
		"tokensBefore",
		"turnPrefixMessages",
	]);
	expect(JSON.stringify(preparation.messagesToSummarize)).toContain("one");
	expect(preparation.settings).toMatchObject({ keepRecentTokens: 1 });
	expect(preparation.fileOps).toEqual({ read: new Set(), written: new Set(), edited: new Set() });
	expect(JSON.stringify(beforeCompact?.branchEntries)).toContain("three");
	expect(beforeCompact?.signal).toBeInstanceOf(AbortSignal);
	expect(compact).toMatchObject({
		type: "session_compact",
		fromExtension: false,
		compactionEntry: { type: "compaction" },
	});
	expect(beforeTree).toMatchObject({
		type: "session_before_tree",
		preparation: { targetId: firstUser, oldLeafId: leafId, userWantsSummary: false },
	});
	const left = beforeTree?.preparation as { readonly entriesToSummarize?: unknown } | undefined;
	expect(JSON.stringify(left?.entriesToSummarize)).toContain("three");
	expect(tree).toMatchObject({ type: "session_tree", oldLeafId: leafId });
	expect(beforeBranch).toMatchObject({ type: "session_before_branch" });
	expect(branch).toMatchObject({ type: "session_branch", previousSessionFile: file });
	expect(rest).toEqual([
		{ type: "session_before_switch", reason: "new" },
		{ type: "session_switch", reason: "new", previousSessionFile: expect.any(String) },
		{ type: "session_before_switch", reason: "resume", targetSessionFile: file },
		{ type: "session_switch", reason: "resume", previousSessionFile: branched },
		{ type: "session_shutdown" },
	]);
});

verifies("extensions:event:compacting", async () => {
	const adds = (name: string) => `export default (pi) => pi.on("session.compacting", (event) => {
		seen.push([event.sessionId, event.messages.length]);
		return { context: ["remember ${name}"], prompt: "Instructions of ${name}.", preserveData: { from: "${name}" } };
	});`;
	const answers = ["A.", "B.", "A summary.", "Another.", "A third."].map(says);
	await using at = await extendedSession({ "a.ts": adds("a"), "b.ts": adds("b") }, { answers, config: smallContext });
	await at.prompt("one");
	await at.prompt("two");
	await at.session.conversation.compact();
	const asked = JSON.stringify(at.requests.slice(2).map(({ context }) => context));
	// The last one counts.
	expect(asked).toContain("remember b");
	expect(asked).not.toContain("remember a");
	expect(asked).toContain("Instructions of b.");
	expect(at.seen).toEqual([
		[at.session.log.id, 4],
		[at.session.log.id, 4],
	]);
	const entry = at.session.log
		.path()
		.flatMap(({ id }) => at.session.log.findEntry(id) ?? [])
		.find(({ type }) => type === "compaction");
	expect(entry).toMatchObject({ preserveData: { from: "b" } });
});

verifies("extensions:event:signals", async () => {
	const names =
		`auto_compaction_start auto_compaction_end auto_retry_start auto_retry_end ttsr_triggered todo_reminder goal_updated
		credential_disabled mcp_notification`.split(/\s+/);
	const answers = [
		() => {
			throw new ProviderError("overloaded", "overloaded");
		},
		says("A."),
	];
	const config = "retry: { baseDelayMs: 1 }\n";
	await using at = await extendedSession({ "a.ts": watching(names) }, { answers, config });
	const types = () => (at.seen as Seen[]).map(({ type }) => type);
	await at.prompt("hi");
	expect(types()).toEqual(["auto_retry_start", "auto_retry_end"]);
	expect(at.seen).toMatchObject([
		{ attempt: 1, maxAttempts: expect.any(Number), delayMs: expect.any(Number), errorMessage: "overloaded" },
		{ success: true, attempt: 1 },
	]);
	const emits = [
		{ type: "auto_compaction_start", reason: "threshold", action: "context-full" },
		{ type: "auto_compaction_end", action: "context-full", result: null, aborted: false, willRetry: false },
		{ type: "auto_retry_start", attempt: 1, maxAttempts: 3, delayMs: 5, errorMessage: "overloaded" },
		{ type: "auto_retry_end", success: true, attempt: 1 },
		{ type: "ttsr_triggered", rules: [] },
		{ type: "todo_reminder", todos: [], attempt: 1, maxAttempts: 3 },
		{ type: "goal_updated", goal: null },
	] as const;
	at.seen.length = 0;
	let emit: ((event: (typeof emits)[number]) => Promise<void>) | undefined;
	at.session.conversation.addHook((live) => {
		emit = (event) => live.emit(event);
		return { name: "emitter" };
	});
	for (const event of emits) await emit?.(event);
	expect(at.seen).toEqual([...emits]);
	at.seen.length = 0;

	const told = { server: "files", method: "notifications/changed", params: { n: 1 } };
	notificationsOf(at.workbench).emit(told);
	await until(() => at.seen.length === 1);
	expect(at.seen).toEqual([{ type: "mcp_notification", ...told }]);
	expect(types()).toEqual(["mcp_notification"]);
});

test("a login that ends is told, with its provider", async () => {
	const source = `export default (pi) => {
		pi.on("credential_disabled", (event) => { seen.push([event.provider, event.cause.length > 0]); });
		pi.registerProvider("house", { baseUrl: "http://x", api: "anthropic-messages", models: [{ id: "h", name: "H", reasoning: false, input: ["text"],
			cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }, contextWindow: 1000, maxTokens: 10 }],
			oauth: { name: "House", login: async () => ({}), getApiKey: (tokens) => tokens.access,
				refreshToken: async () => { throw Object.assign(new Error("revoked"), { code: "invalid_grant" }); } } });
	};`;
	await using at = await extendedSession({ "a.ts": source });
	const { registry } = at.workbench;
	const store = await registry.store.open();
	store.saveLogin("house", { access: "a", refresh: "r", expires: 1 });
	await expect(registry.findCredential("house")).rejects.toThrow("log in again");
	await until(() => at.seen.length === 1);
	expect(at.seen).toEqual([["house", true]]);
});

test("notifications wait for the first listener, the latest hundred in order", async () => {
	const none = "export default () => {};";
	await using at = await extendedSession({ "a.ts": none });
	for (let n = 0; n < 150; n++) notificationsOf(at.workbench).emit({ server: "s", method: "m", params: n });
	await at.files.write(
		"extensions/a.ts",
		`export default (pi) => pi.on("mcp_notification", (event) => { seen.push(event.params); });`,
	);
	await at.extensions.reload();
	await until(() => at.seen.length === 100);
	expect(at.seen).toEqual(Array.from({ length: 100 }, (_, index) => index + 50));
});
