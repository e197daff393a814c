import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { type RpcHost, rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { until } from "@oh-my-pi/pi-testkit/until";

export interface BoxedRun extends AsyncDisposable {
	readonly omp: OmpProject;
	readonly stderr: string;
	/** What the model read of each call. */
	readonly results: readonly string[];
}

interface RunOptions {
	readonly args?: readonly string[];
	readonly config?: string;
	readonly env?: Record<string, string>;
	readonly files?: Record<string, string>;
	readonly before?: (omp: OmpProject) => Promise<void> | void;
	/** Starts omp. */
	readonly launcher?: readonly string[];
}

/** The session of a model that makes these calls, one after another, with nobody to be asked. */
export async function runCalls(
	calls: ReadonlyArray<ReturnType<typeof toolCall>>,
	options: RunOptions = {},
): Promise<BoxedRun> {
	const omp = await ompProject({ files: options.files, replies: [...calls, text("Done.")] });
	if (options.config) await omp.home.write(".omp/agent/config.yml", options.config);
	await options.before?.(omp);
	const { stderr } = await runCommand(
		[...(options.launcher ?? []), ...omp.command, "-p", ...(options.args ?? []), "go"],
		{
			cwd: omp.path,
			env: { ...omp.env, ...options.env },
		},
	);
	return { omp, stderr, results: resultsOf(omp), [Symbol.asyncDispose]: () => omp[Symbol.asyncDispose]() };
}

export const run = (command: string, more: Record<string, unknown> = {}) => toolCall("bash", { command, ...more });

function resultsOf(omp: OmpProject): string[] {
	return omp.model.requests.slice(1).map((request) => {
		const last = (request.messages as Array<{ content: Array<{ content?: Array<{ text?: string }> }> }>).at(-1);
		return last?.content?.flatMap(({ content = [] }) => content.map(({ text: part = "" }) => part)).join("\n") ?? "";
	});
}

/** Answers every question of a session over RPC; gives the questions and what the model read of each call. */
export async function answerCalls(
	calls: ReadonlyArray<ReturnType<typeof toolCall>>,
	options: RunOptions & { readonly answer?: (title: string) => string } = {},
): Promise<{ readonly asked: readonly string[]; readonly results: readonly string[]; readonly settings: string }> {
	await using omp = await ompProject({ files: options.files, replies: [...calls, text("Done.")] });
	if (options.config) await omp.home.write(".omp/agent/config.yml", options.config);
	await options.before?.(omp);
	await using host = rpcHost(omp, { args: [...(options.args ?? [])] });
	host.send({ id: "p", type: "prompt", message: "go" });
	const asked = await answerAll(host, options.answer ?? (() => "Approve"));
	const settings = await omp.home.read(".omp/agent/config.yml").catch(() => "");
	return { asked, results: resultsOf(omp), settings };
}

async function answerAll(host: RpcHost, answer: (title: string) => string): Promise<string[]> {
	const asked: string[] = [];
	for (let from = 0; ; ) {
		// Some commands take long, and several programs share the machine.
		const next = await until(
			() => host.frames.slice(from).find(({ type, method }) => type === "agent_end" || method === "select"),
			{ timeoutMs: 120_000 },
		);
		if (next.type === "agent_end") return asked;
		from = host.frames.indexOf(next) + 1;
		const title = String(next.title);
		asked.push(title);
		host.send({ type: "extension_ui_response", id: next.id, value: answer(title) });
	}
}
