import { expect, test } from "bun:test";
import { says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { plainTheme } from "@oh-my-pi/pi-tui/theme/plain-theme";
import { toolView } from "../../../packages/coding-agent/src/features/extensions/run/tool-view.ts";
import { extendedSession } from "./extended-session.ts";

test("forks and choices of a model are told by the older names of their events", async () => {
	const source = `export default (pi) => {
		for (const name of ["session_before_fork", "session_fork", "model_select"]) {
			pi.on(name, (event, ctx) => void seen.push([event.type, event.entryId ?? event.model?.id ?? ctx.cwd.split("/").pop()]));
		}
		pi.registerCommand("go", { handler: async (args, ctx) => {
			await pi.setModel({ ...ctx.model, id: "other" });
			const [first] = ctx.sessionManager.getBranch().filter((entry) => entry.message?.role === "user");
			await ctx.branch(first.id);
		} });
	};`;
	await using at = await extendedSession({ "a.ts": source }, { answers: [says("ok")] });
	at.session.registry.registerProvider(at.session.conversation.model?.provider ?? "", {
		entry: { baseUrl: "http://127.0.0.1:9", apiKey: "x", api: "anthropic-messages", models: [] },
	});
	await at.prompt("hello");
	const asked = at.session.conversation.log.path().find(({ type }) => type === "message");
	await at.command("go");
	expect(at.failures).toEqual([]);
	expect(at.seen).toEqual([
		["model_select", "other"],
		["session_before_fork", asked?.id],
		["session_fork", "project"],
	]);
});

test("the system prompt is a list, and one text where something is added to it", async () => {
	const source = `export default (pi) => {
		pi.on("before_agent_start", ({ systemPrompt }, ctx) => {
			seen.push([Array.isArray(systemPrompt), systemPrompt.length, String(ctx.getSystemPrompt()) === "" + systemPrompt]);
			return { systemPrompt: systemPrompt + "\\n\\nMore." };
		});
		pi.on("before_agent_start", ({ systemPrompt }) => {
			seen.push([systemPrompt.includes("More."), systemPrompt.map((block) => block.endsWith("More."))]);
			return { systemPrompt: systemPrompt.replace("More.", "Most.") };
		});
	};`;
	await using at = await extendedSession({ "a.ts": source }, { answers: [says("ok")] });
	const blocks = at.session.conversation.systemPrompt;
	await at.prompt("hello");
	expect(at.seen).toEqual([
		[true, blocks.length, true],
		[true, [true]],
	]);
	expect(at.requests[0]?.context.systemPrompt).toEqual([[...blocks, "Most."].join("\n\n")]);
});

test("a model registry that answers at once, with what was read before", async () => {
	const source = `export default (pi) => {
		pi.registerProvider("house", { baseUrl: "http://127.0.0.1:9", apiKey: "secret-of-the-house", api: "openai-completions",
			models: [{ id: "h-1", name: "House", headers: { "x-a": "b" } }] });
		pi.registerCommand("go", { handler: async (args, { modelRegistry: models }) => {
			const model = models.find("house", "h-1");
			seen.push(models.getAll().length, models.getAvailable().length, models.find("house", "h-2"), models.hasConfiguredAuth(model),
				models.isUsingOAuth(model), await models.getApiKey(model), await models.getApiKeyAndHeaders(model),
				(await models.getApiKeyAndHeaders({ ...model, provider: "nobody" })).ok, (await models.all()).length);
		} });
	};`;
	await using at = await extendedSession({ "a.ts": source, "b.ts": "export default () => { /* modelRegistry */ };" });
	await at.command("go");
	const auth = { ok: true, apiKey: "secret-of-the-house", headers: { "x-a": "b" } };
	expect(at.failures).toEqual([]);
	expect(at.seen).toEqual([1, 1, undefined, true, false, "secret-of-the-house", auth, false, 1]);
});

test("what draws a tool may expect the theme second, or third", async () => {
	const rows: string[] = [];
	const drawn = (text: string) => ({ render: () => [text] });
	const theme = plainTheme();
	const draw = (renderCall: (...given: never[]) => unknown) => {
		const definition = {
			name: "t",
			description: "",
			parameters: {},
			execute: async () => ({ content: "" }),
			renderCall,
		};
		const view = toolView(definition as never, () => {});
		rows.push(...(view.call?.({ path: "p" }, { theme, width: 40, expanded: true } as never) ?? []));
	};
	draw(({ path }: { path: string }, options: { expanded: boolean }, given: typeof theme) =>
		drawn(`${given.bold(path)} ${options.expanded}`),
	);
	draw(({ path }: { path: string }, given: typeof theme, context: { expanded: boolean; args: { path: string } }) =>
		drawn(`${given.bold(path)} ${context.expanded} ${context.args.path}`),
	);
	expect(rows).toEqual([`${theme.bold("p")} true`, `${theme.bold("p")} true p`]);
});
