import { readdir, readFile, utimes } from "node:fs/promises";
import { join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { delivered, gate, type Reply, text } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";

type Body = Record<string, unknown>;
type Kind = "extraction" | "consolidation" | "conversation";

/** omp with the local backend, whose stages and conversations each have replies of their own. */
export interface LocalMemory extends AsyncDisposable {
	readonly omp: OmpProject;
	/** Appends replies to conversations. */
	script(...replies: readonly Reply[]): void;
	/** Bodies of the requests of a kind. */
	requests(kind: Kind): readonly Body[];
	/** `omp -p` that lasts until `isDone`, so that the background work has its time. */
	promptUntil(words: string, isDone: () => boolean | Promise<boolean>): Promise<void>;
	/** Makes all sessions look as if nobody had touched them for so many hours. */
	ageSessions(hours: number): Promise<void>;
	/** A file of the memory's folder; empty if there is none. */
	file(name: string): Promise<string>;
	path(name: string): Promise<string>;
	/** All bytes of the memory's folder. */
	everything(): Promise<string>;
}

export async function localMemory(
	script: { readonly [kind in Kind]?: readonly Reply[] } = {},
	settings = "",
): Promise<LocalMemory> {
	const waiting = {
		extraction: [...(script.extraction ?? [])],
		consolidation: [...(script.consolidation ?? [])],
		conversation: [...(script.conversation ?? [])],
	};
	let held = gate();
	held.open();
	const omp = await ompProject({
		otherwise(body) {
			const kind = kindOf(body);
			if (kind === "conversation") {
				return delivered(waiting.conversation.shift() ?? text("ok"), { hold: { afterChunks: 0, gate: held } });
			}
			// The last one is for all that follow: how often a job is tried again depends on when omp ends.
			const [next = text("ok"), ...rest] = waiting[kind];
			if (rest.length > 0) waiting[kind] = rest;
			return next;
		},
	});
	await omp.home.write(
		".omp/agent/config.yml",
		[
			'tools: { approvalMode: yolo, discoveryMode: "off" }',
			"modelRoles: { default: acme/a-1, smol: acme/a-2 }",
			"memory: { backend: local }",
			"autolearn: { enabled: true }",
			settings,
		].join("\n"),
	);
	const root = join(omp.agentDir, "memories");
	const files = async () => (await readdir(root, { recursive: true }).catch(() => [])).sort();
	const path = async (name: string) => {
		const found = (await files()).find((file) => file.endsWith(`/${name}`));
		return found === undefined ? "" : join(root, found);
	};
	return {
		omp,
		script: (...replies) => void waiting.conversation.push(...replies),
		requests: (kind) => omp.model.requests.filter((body) => kindOf(body) === kind),
		async promptUntil(words, isDone) {
			held = gate();
			const run = omp.run(["-p", words]);
			try {
				await until(isDone);
			} finally {
				held.open();
			}
			const { exitCode, stdout, stderr } = await run;
			if (exitCode !== 0) throw new Error(`omp -p ${words}: ${exitCode}\n${stdout}${stderr}`);
		},
		async ageSessions(hours) {
			const at = Date.now() / 1000 - hours * 3600;
			const folder = join(omp.agentDir, "sessions");
			for (const name of await readdir(folder, { recursive: true })) {
				if (name.endsWith(".jsonl")) await utimes(join(folder, name), at, at);
			}
		},
		file: async (name) => readFile(await path(name), "utf8").catch(() => ""),
		path,
		async everything() {
			const parts = await Promise.all(
				(await files()).map((name) => readFile(join(root, name), "latin1").catch(() => "")),
			);
			return parts.join("\n");
		},
		[Symbol.asyncDispose]: () => omp[Symbol.asyncDispose](),
	};
}

function kindOf(body: Body): Kind {
	const system = JSON.stringify(body.system ?? "");
	if (system.includes("record of one finished session")) return "extraction";
	return system.includes("long-term memory of a coding agent") ? "consolidation" : "conversation";
}

export const extracted = (notes: string, synopsis = "A session."): Reply =>
	text(JSON.stringify({ raw_memory: notes, synopsis }));

export const consolidated = (memory: string, summary: string, skills: readonly object[] = []): Reply =>
	text(JSON.stringify({ memory_md: memory, memory_summary: summary, skills }));
