import { expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { delivered, gate, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { embeddingServer } from "./embedding-server.ts";
import { lastResult, messagesOf, remembering, retains, unmarked } from "./remembering.ts";

const limitMs = 90_000;
const withScope = (scoping: string) =>
	`memory: { backend: mnemopi }\nmnemopi: { llmMode: none, noEmbeddings: true, autoRetain: false, scoping: ${scoping} }\n`;

/** `tools: …` as `remembering` writes it, for a change in the middle of a test. */
const configFile = (config: string) => `tools: { discoveryMode: "off" }\n${config}`;

verifies(
	"tools-agent:memory:scoping",
	async () => {
		await using world = await remembering([], withScope("global"));
		await using other = await workspace({ "a.txt": "x" });
		const { omp } = world;
		const store = async (content: string, cwd: string) => {
			omp.model.script(retains(content), text("Stored."));
			expect(await omp.run(["-p", "Remember"], { cwd })).toMatchObject({ exitCode: 0 });
		};
		const recalled = async (cwd: string) => {
			omp.model.script(toolCall("recall", { i: "Asking", query: "quokka" }), text("Done."));
			await omp.run(["-p", "Look"], { cwd });
			return [...lastResult(omp.model.requests.at(-1)).matchAll(/"quokka (\w+)"/g)].map(([, word]) => word).sort();
		};
		const scope = (scoping: string) => omp.home.write(".omp/agent/config.yml", configFile(withScope(scoping)));
		await store("quokka everywhere", omp.path);
		expect(await recalled(other.path)).toEqual(["everywhere"]);
		await scope("per-project");
		expect(await recalled(omp.path)).toEqual([]);
		await store("quokka here", omp.path);
		await store("quokka there", other.path);
		expect([await recalled(omp.path), await recalled(other.path)]).toEqual([["here"], ["there"]]);
		await scope("per-project-tagged");
		expect(await recalled(omp.path)).toEqual(["everywhere", "here"]);
		await store("quokka tagged", omp.path);
		expect([await recalled(omp.path), await recalled(other.path)]).toEqual([
			["everywhere", "here", "tagged"],
			["everywhere", "there"],
		]);
		const folder = join(omp.agentDir, "memories", "mnemopi");
		expect((await readdir(folder)).filter((name) => name.endsWith(".db"))).toEqual(["mnemopi.db"]);
		expect((await readdir(join(folder, "banks"))).filter((name) => name.endsWith(".db"))).toHaveLength(2);
		expect((await world.memory("wipe", "--yes")).said).toContain("Deleted 2 memories of the bank workspace-");
		expect([await recalled(omp.path), await recalled(other.path)]).toEqual([["everywhere"], ["everywhere", "there"]]);
		expect((await world.memory("list", "--all")).said.trim().split("\n")).toHaveLength(2);
	},
	limitMs,
);

test(
	"all worktrees of a repository share a bank",
	async () => {
		await using world = await remembering([retains("Deploys happen on Tuesday"), text("Stored.")]);
		const { omp } = world;
		await using outside = await workspace();
		const tree = join(outside.path, "tree");
		for (const words of [
			["init", "-q"],
			["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x", "--allow-empty"],
			["worktree", "add", "-q", tree],
		]) {
			expect((await runCommand(["git", ...words], { cwd: omp.path })).exitCode).toBe(0);
		}
		await world.prompt("Remember");
		expect((await omp.run(["memory", "list"], { cwd: tree })).stdout).toContain("Deploys happen on Tuesday");
	},
	limitMs,
);

verifies(
	"context-management:memory:mnemopi-recall",
	async () => {
		await using embeddings = embeddingServer();
		const config = `memory: { backend: mnemopi }\nmnemopi: { llmMode: none, autoRetain: false, embeddingApiUrl: "${embeddings.url}", embeddingApiKey: emb-key, embeddingModel: made-up }\n`;
		await using world = await remembering(
			[
				toolCall("retain", {
					i: "Storing",
					items: [
						{ content: "heron stores its data in Postgres" },
						{ content: "heron is owned by the blue group" },
						{ content: "The cache of falcon lives in Redis" },
						{ content: "The cache of falcon lives in Valkey" },
					],
				}),
				text("Stored."),
			],
			config,
		);
		const { omp, prompt, memory } = world;
		await prompt("Remember");
		const found = async (...words: string[]) => {
			const { stdout } = await omp.run(["memory", "search", ...words, "--json"]);
			return JSON.parse(stdout) as ReadonlyArray<{ readonly id: string; readonly content: string }>;
		};
		// Of these words, only the made-up model knows that they mean the same.
		expect((await found("database"))[0]?.content).toBe("heron stores its data in Postgres");
		expect((await found("team responsible"))[0]?.content).toBe("heron is owned by the blue group");
		expect(embeddings.keys).toEqual(new Set(["Bearer emb-key"]));
		expect((await memory("stats")).said).toContain("4 of made-up, 64 dimensions");

		// Equal in words and nearly in age: importance decides.
		const caches = await found("cache", "falcon");
		const [first, second] = caches.filter(({ content }) => content.includes("cache"));
		await memory("edit", first?.id ?? "", "--importance", "0");
		await memory("edit", second?.id ?? "", "--importance", "1");
		expect((await found("cache", "falcon"))[0]?.id).toBe(second?.id ?? "none");

		omp.model.script(text("In Postgres."));
		await prompt("What database is behind heron?");
		const block = unmarked(messagesOf(omp.model.requests.at(-1))[0]);
		expect(block).toContain("heron stores its data in Postgres");
		expect(block).not.toContain("falcon");

		await embeddings[Symbol.asyncDispose]();
		expect((await found("heron", "Postgres"))[0]?.content).toBe("heron stores its data in Postgres");
		expect(await found("database")).toEqual([]);
		omp.model.script(text("In Postgres."));
		const { stderr } = await prompt("Where does heron store data?");
		expect(unmarked(messagesOf(omp.model.requests.at(-1))[0])).toContain("heron stores its data in Postgres");
		expect(stderr.split("\n").filter((line) => line.includes("no embeddings, so search goes by words"))).toHaveLength(
			1,
		);
		expect(await memory("diagnose")).toMatchObject({
			exitCode: 1,
			said: expect.stringContaining("search goes by words meanwhile"),
		});
	},
	limitMs,
);

verifies(
	"context-management:memory:mnemopi-retain",
	async () => {
		const answer = `The staging database is heron. ${"It was renamed twice before. ".repeat(10)}`;
		await using world = await remembering(
			[retains("Deploys happen on Tuesday"), text(answer), text("ok"), text(`Friday. ${answer}`), text(answer)],
			"memory: { backend: mnemopi }\nmnemopi: { llmMode: none, noEmbeddings: true }\n",
		);
		const { prompt, memory } = world;
		const listed = async () => JSON.parse((await memory("list", "--json")).said);
		await prompt("How is the staging database called?");
		expect(await listed()).toMatchObject([
			{
				content: expect.stringContaining(
					"user: How is the staging database called?\n\nassistant: The staging database is heron.",
				),
				...{
					source: "coding-agent-transcript",
					importance: 0.65,
					type: "episode",
					store: "working",
					origin: { kind: "user" },
				},
			},
			{
				content: "Deploys happen on Tuesday",
				...{ source: "coding-agent-retain", importance: 0.75, type: "fact", veracity: "tool", store: "working" },
			},
		]);
		// Small talk is no memory; a session that goes on stores what is new with its next turns.
		await prompt("ok?", "--continue");
		expect(await listed()).toHaveLength(2);
		await prompt("And when is the release?", "--continue");
		const [newest] = await listed();
		expect(newest.content).toContain("assistant: Friday.");
		expect(newest.content).toContain("user: ok?");
		expect(newest.content).not.toContain("How is the staging database called?");
		expect(newest.content).not.toContain("<memories>");
		await prompt("Nothing of this", "--no-session");
		expect(await listed()).toHaveLength(3);
	},
	limitMs,
);

test(
	"facts are extracted and episodes merged by the model, with their labels; the next session does what was left over",
	async () => {
		await using omp = await ompProject({
			otherwise: (body) => {
				const system = JSON.stringify(body.system);
				if (system.includes("One item per line"))
					return text("- The staging database is called heron\n2. Releases are on Friday\nNONE");
				if (system.includes("1 to 3 faithful sentences")) return text("Staging is heron; releases are on Friday.");
				return text(`Fine. ${"Some more words about it. ".repeat(20)}`);
			},
		});
		await omp.home.write(
			".omp/agent/config.yml",
			configFile("memory: { backend: mnemopi }\nmnemopi: { noEmbeddings: true }\n"),
		);
		const list = async () => JSON.parse((await omp.run(["memory", "list", "--json"])).stdout);
		await omp.run(["-p", "How is staging called?"]);
		await omp.run(["-p", "When are releases?"]);
		expect((await list()).map(({ store }: { store: string }) => store)).toEqual(["working", "working"]);
		const { stdout, stderr } = await omp.run(["-p", "/memory enqueue"]);
		expect(stdout + stderr).toContain("2 facts extracted, 1 summaries and 0 vectors made.");
		const all: ReadonlyArray<{ readonly store: string; readonly content: string; readonly id: string }> = await list();
		expect(
			all
				.filter(({ store }) => store === "fact")
				.map(({ content }) => content)
				.sort(),
		).toEqual(["Releases are on Friday", "The staging database is called heron"]);
		expect(all.find(({ store }) => store === "episodic")).toMatchObject({
			content: "Staging is heron; releases are on Friday.",
			origin: { kind: "user" },
		});
		const sources = all.filter(({ store }) => store === "working");
		for (const { id } of sources) await omp.run(["memory", "forget", id]);
		expect(await list()).toEqual([]);
	},
	limitMs,
);

test(
	"two omps store in one bank at once, and omp ends although an endpoint does not answer",
	async () => {
		await using embeddings = embeddingServer({ hangs: true });
		const config = `memory: { backend: mnemopi }\nmnemopi: { llmMode: none, autoRetain: false, embeddingApiUrl: "${embeddings.url}" }\n`;
		await using world = await remembering([], config);
		const { omp, memory } = world;
		omp.model.script(retains("one"), text("Stored."), text("Stored."));
		const items = Array.from({ length: 20 }, (_, index) => ({ content: `fact number ${index}` }));
		await using second = await ompProject({ replies: [toolCall("retain", { i: "Storing", items }), text("Stored.")] });
		const runs = await Promise.all([
			omp.run(["-p", "Remember"]),
			// The same agent folder and project, with a model of its own.
			(async () => {
				const models = await second.home.read(".omp/agent/models.yml");
				await second.home.write(
					".omp/agent/config.yml",
					configFile(`${config.trimEnd().slice(0, -2)}, dbPath: "${omp.agentDir}/memories/mnemopi/mnemopi.db" }\n`),
				);
				expect(models).toContain("acme");
				return second.run(["-p", "Remember"], { cwd: omp.path });
			})(),
		]);
		expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
		expect(JSON.parse((await memory("list", "--json")).said)).toHaveLength(21);
	},
	limitMs,
);

test(
	"who only uses omp -p gets facts, too: what one run has left is extracted while the next one waits for its answer",
	async () => {
		const answer = `The staging database is heron. ${"It was renamed twice before. ".repeat(10)}`;
		const isExtraction = (body: object) => JSON.stringify(body).includes("write down what will still matter");
		const held = gate();
		let isHeld = false;
		await using omp = await ompProject({
			otherwise(body) {
				if (isExtraction(body)) return text("Staging uses heron");
				return isHeld ? delivered(text(answer), { hold: { afterChunks: 0, gate: held } }) : text(answer);
			},
		});
		await omp.home.write(
			".omp/agent/config.yml",
			configFile("modelRoles: { smol: acme/a-2 }\nmemory: { backend: mnemopi }\nmnemopi: { noEmbeddings: true }\n"),
		);
		const extractions = () => omp.model.requests.filter(isExtraction);
		await omp.run(["-p", "How is it called?"]);
		expect(extractions()).toHaveLength(0);
		isHeld = true;
		const second = omp.run(["-p", "How is it called?"]);
		await until(() => extractions().length > 0);
		held.open();
		expect((await second).stdout).toContain("heron");
		expect(extractions().map(({ model }) => model)).toEqual(["a-2"]);
		const { stdout } = await omp.run(["memory", "list", "--json"]);
		const stores = (JSON.parse(stdout) as ReadonlyArray<{ store: string; content: string }>).map(({ store }) => store);
		expect(stores.sort()).toEqual(["fact", "working"]);
	},
	limitMs,
);
