import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { type Reply, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";

export interface Remembering extends AsyncDisposable {
	readonly omp: OmpProject;
	/** `omp -p`; throws unless it ends well. */
	prompt(text: string, ...flags: readonly string[]): Promise<{ readonly stdout: string; readonly stderr: string }>;
	/** `omp memory …`: the exit code and everything that was printed. */
	memory(...words: readonly string[]): Promise<{ readonly said: string; readonly exitCode: number | null }>;
	/** Database files. */
	databases(): Promise<readonly string[]>;
}

/** omp with the SQLite backend, whose own requests to models are off: they would take replies of the script. */
export async function remembering(
	replies: readonly Reply[] = [],
	config = "memory: { backend: mnemopi }\nmnemopi: { llmMode: none, noEmbeddings: true, autoRetain: false }\n",
): Promise<Remembering> {
	const omp = await ompProject({ replies });
	await omp.home.write(".omp/agent/config.yml", `tools: { discoveryMode: "off" }\n${config}`);
	const folder = join(omp.agentDir, "memories");
	return {
		omp,
		async prompt(text, ...flags) {
			const run = await omp.run(["-p", text, ...flags]);
			if (run.exitCode !== 0) throw new Error(`omp -p ${text}: ${run.exitCode}\n${run.stdout}${run.stderr}`);
			return run;
		},
		async memory(...words) {
			const { stdout, stderr, exitCode } = await omp.run(["memory", ...words]);
			return { said: stdout + stderr, exitCode };
		},
		async databases() {
			const names = await readdir(folder, { recursive: true }).catch(() => []);
			return names.filter((name) => name.endsWith(".db")).map((name) => join(folder, name));
		},
		[Symbol.asyncDispose]: () => omp[Symbol.asyncDispose](),
	};
}

export const retains = (content: string, context?: string): Reply =>
	toolCall("retain", { i: "Storing", items: [{ content, ...(context && { context }) }] });

type Body = Readonly<Record<string, unknown>>;

export const messagesOf = (body: Body | undefined): readonly unknown[] => (body?.messages ?? []) as readonly unknown[];

export const toolsOf = (body: Body | undefined): readonly string[] =>
	((body?.tools ?? []) as ReadonlyArray<{ readonly name: string }>).map(({ name }) => name);

/** Everything that a request says, without the marks for the cache, which move to the end. */
export const unmarked = (part: unknown): string => JSON.stringify(part).replace(/,"cache_control":\{[^}]*\}/g, "");

/** The text of the last tool result of a request. */
export function lastResult(body: Body | undefined): string {
	for (const message of [...messagesOf(body)].reverse()) {
		const { content } = message as { readonly content: unknown };
		const block = Array.isArray(content) ? content.find((one) => one.type === "tool_result") : undefined;
		if (!block) continue;
		const inner: unknown = block.content;
		return Array.isArray(inner) ? inner.map((one) => one.text ?? "").join("\n") : String(inner);
	}
	return "";
}
