import { type Reply, text, toolCall, toolCalls } from "@oh-my-pi/pi-testkit/servers/replies";

/** One call of omp, which must do the same whether it is compiled or run from the sources. */
export interface Invocation {
	readonly args: readonly string[];
	readonly stdin?: string;
	readonly env?: Record<string, string>;
	readonly files?: Record<string, string>;
	/** Files of the home folder. MODEL_URL stands for the address of the scripted model. */
	readonly home?: Record<string, string>;
	readonly replies?: readonly Reply[];
	/** What the project needs beyond files. */
	readonly prepare?: "git" | "session";
	/** Why its output may differ; then only the exit code and the requests count. */
	readonly outputDiffers?: string;
}

/** Subcommands, by their first word. */
const subcommands: readonly Invocation[] = [
	{ args: ["--version"] },
	{ args: ["--help"] },
	{ args: ["--help", "all"] },
	{ args: ["--help", "nonsense"] },
	{ args: ["--nonsense"] },
	{ args: ["launch", "-p", "hi"], replies: [text("Hello.")] },
	{ args: ["config", "list"] },
	{ args: ["config", "get", "theme.dark"] },
	{ args: ["config", "set", "theme.dark", "dark-nord"] },
	{ args: ["config", "set", "no.such.key", "1"] },
	{ args: ["models"] },
	{ args: ["models", "find", "sonnet"] },
	{ args: ["setup", "--help"] },
	{ args: ["trust"] },
	{ args: ["plugin", "list"] },
	{ args: ["plugin", "install", "./no-such-folder"] },
	{ args: ["worktree", "list"], prepare: "git" },
	{ args: ["wt", "list"], prepare: "git" },
	{ args: ["stats", "--json"], prepare: "session", outputDiffers: "times" },
	{ args: ["commit", "--dry-run"], prepare: "git", replies: [text("fix: a better greeting")] },
	{ args: ["review", "--staged"], prepare: "git" },
	{ args: ["memory", "stats"] },
	{ args: ["join", "--help"] },
	{ args: ["sandbox", "--help"] },
	{ args: ["undo", "--help"] },
	{ args: ["auth-broker", "--help"] },
	{ args: ["fleet", "status"] },
	{ args: ["fleet", "list", "--json"] },
	{ args: ["auth-gateway", "--help"] },
	{ args: ["collab", "--help"] },
	{ args: ["agents"] },
	{ args: ["mcp", "list"] },
	{ args: ["ssh", "list"] },
	{ args: ["install", "./no-such-folder"] },
	{ args: ["login", "--help"] },
	{ args: ["logout", "--help"] },
	{ args: ["usage"] },
	{ args: ["token", "acme"] },
	{ args: ["sessions", "list"], prepare: "session" },
	{ args: ["sessions", "verify"], prepare: "session" },
	{ args: ["shell", "--help"] },
	{ args: ["share", "--help"] },
	{ args: ["gc"], prepare: "session" },
	{ args: ["update", "--help"] },
	{ args: ["completions", "bash"] },
	{ args: ["doctor"], outputDiffers: "it says how omp was installed" },
	{ args: ["ttsr", "--help"] },
	{ args: ["read", "a.txt"], files: { "a.txt": "alpha\nbeta\n" } },
	{ args: ["grep", "alpha"], files: { "a.txt": "alpha\nbeta\n" } },
	{ args: ["search", "alpha"], outputDiffers: "it may name a failed connection" },
	{ args: ["q", "--help"] },
	{ args: ["bench", "--help"] },
	{ args: ["gallery", "--plain"] },
	{ args: ["acp"], stdin: `${JSON.stringify(initialize({ protocolVersion: 1 }))}\n` },
	{
		args: ["mcp", "serve"],
		stdin: `${JSON.stringify(
			initialize({
				protocolVersion: "2025-06-18",
				capabilities: {},
				clientInfo: { name: "test", version: "1" },
			}),
		)}\n`,
	},
];

function initialize(params: unknown) {
	return { jsonrpc: "2.0", id: 1, method: "initialize", params };
}

const modes: readonly Invocation[] = [
	{ args: ["-p", "hi"], replies: [text("Hello.")] },
	{ args: ["-p"], stdin: "piped words", replies: [text("Hello.")] },
	{ args: ["--mode", "json", "-p", "hi"], replies: [text("Hello.")], outputDiffers: "ids and times" },
	{ args: ["--mode", "rpc"], stdin: '{"id":"1","type":"get_state"}\n', outputDiffers: "ids and times" },
	{ args: ["--mode", "rpc"], stdin: "not json\n" },
	{ args: ["-p", "hi", "@a.txt"], files: { "a.txt": "alpha\n" }, replies: [text("Hello.")] },
	{ args: ["-c", "-p", "and now?"], prepare: "session", replies: [text("Later.")] },
	{ args: ["--export", "no-such-file.jsonl"] },
	{ args: ["--export", "SESSION", "out.html"], prepare: "session" },
	{ args: ["--resume", "no-such-session", "-p", "hi"] },
];

/** A provider of the user's with a model that the catalog knows, and one that it does not. */
const models: readonly Invocation[] = [
	"gpt-5",
	"gpt-5.2",
	"gpt-4o",
	"o3",
	"claude-sonnet-4-5",
	"mock-1",
	"zzz-gpt",
].flatMap((id) =>
	(["openai-completions", "openai-responses", "anthropic-messages"] as const)
		.filter((api) => api === "openai-completions" || ["gpt-5", "claude-sonnet-4-5", "mock-1"].includes(id))
		.map((api) => ({
			args: ["--model", `gateway/${id}`, "-p", "hi"],
			home: { ".omp/agent/models.yml": gateway(id, api) },
			replies: [text("Hello.")],
		})),
);

function gateway(id: string, api: string): string {
	const baseUrl = api === "anthropic-messages" ? "MODEL_URL" : "MODEL_URL/v1";
	return [
		"providers:",
		"  gateway:",
		`    baseUrl: ${baseUrl}`,
		"    apiKey: a-key",
		`    api: ${api}`,
		"    models:",
		`      - { id: ${id}, name: Mine, contextWindow: 100000, maxTokens: 4096 }`,
		"",
	].join("\n");
}

const done = text("Done.");

function tool(name: string, args: Record<string, unknown>, options: Partial<Invocation> = {}): Invocation {
	const reply = toolCall(name, { i: "Testing", ...args });
	return { args: ["-p", "go", "--auto-approve"], replies: [reply, done], ...options };
}

const remembering = { ".omp/agent/config.yml": "memory: { backend: mnemopi }\nautolearn: { enabled: true }\n" };

/** Every tool once, with a call that works or one that it refuses. */
export const toolInvocations: Readonly<Record<string, Invocation>> = {
	read: tool("read", { path: "a.ts" }, { files: { "a.ts": "call(1);\n" } }),
	write: tool("write", { path: "b.txt", content: "new\n" }),
	edit: tool("edit", { path: "a.txt", old_string: "alpha", new_string: "omega" }, { files: { "a.txt": "alpha\n" } }),
	search: tool("search", { pattern: "call", paths: ["."] }, { files: { "a.ts": "call(1);\n" } }),
	find: tool("find", { paths: ["*.ts"] }, { files: { "a.ts": "call(1);\n" } }),
	ast_grep: tool("ast_grep", { pat: "call($A)", paths: ["a.ts"] }, { files: { "a.ts": "call(1);\n" } }),
	ast_edit: tool(
		"ast_edit",
		{ ops: [{ pat: "call($A)", out: "shout($A)" }], paths: ["a.ts"] },
		{ files: { "a.ts": "call(1);\n" } },
	),
	lsp: tool("lsp", { action: "diagnostics", file: "a.odd" }, { files: { "a.odd": "", "package.json": "{}\n" } }),
	bash: tool("bash", { command: "echo from bash; exit 3" }),
	job: tool("job", { poll: [] }),
	launch: tool("launch", { op: "list" }),
	debug: tool("debug", { action: "launch", program: "no-such-program" }),
	ssh: tool("ssh", { host: "nowhere", command: "true" }),
	github: tool("github", { op: "repo_view" }),
	task: tool("task", { agent: "no-such-agent", tasks: [] }),
	irc: tool("irc", { op: "list" }),
	eval: tool("eval", { cells: [{ language: "js", code: "20 + 22" }] }),
	web_search: tool("web_search", {}),
	inspect_image: tool("inspect_image", { path: "no-such.png", question: "What?" }),
	browser: tool("browser", { action: "close" }),
	generate_image: tool("generate_image", {}),
	resolve: tool("resolve", { action: "apply", reason: "because" }),
	todo: tool("todo", { ops: [{ op: "view" }] }),
	ask: tool("ask", { questions: [{ id: "q", question: "Which?", options: [{ label: "A" }, { label: "B" }] }] }),
	recall: tool("recall", { query: "releases" }, { home: remembering }),
	retain: tool("retain", { items: [{ content: "Releases are cut from stable" }] }, { home: remembering }),
	reflect: tool("reflect", { query: "How are releases cut?" }, { home: remembering }),
	memory_edit: tool("memory_edit", { op: "forget", id: "no-such-id" }, { home: remembering }),
	checkpoint: tool("checkpoint", { goal: "look around" }),
	rewind: tool("rewind", { report: "nothing" }),
	learn: tool("learn", { memory: "Tests need a database" }, { home: remembering }),
	manage_skill: tool("manage_skill", { action: "delete", name: "no-such-skill" }, { home: remembering }),
	goal: tool("goal", { op: "get" }),
	report_finding: tool("report_finding", {}),
	yield: tool("yield", {}),
	advise: tool("advise", { note: "Look again" }),
	search_tool_bm25: tool("search_tool_bm25", { query: "browser" }),
};

const combinations: readonly Invocation[] = [
	{
		args: ["-p", "go", "--auto-approve"],
		files: { "a.txt": "alpha\n" },
		replies: [
			toolCalls(
				{ name: "bash", arguments: { i: "Append", command: "echo beta >> a.txt" } },
				{ name: "read", arguments: { i: "Look", path: "a.txt" } },
			),
			done,
		],
	},
	{
		args: ["-p", "go", "-e", "hello.ts", "--auto-approve"],
		files: {
			"hello.ts": `export default (pi) => pi.registerTool({ name: "hello", label: "Hello", description: "Says hello.",
				parameters: { type: "object", properties: {} },
				execute: async () => ({ content: [{ type: "text", text: "hello from an extension" }] }) });`,
		},
		replies: [toolCall("hello", {}), done],
	},
];

export const invocations: readonly Invocation[] = [
	...subcommands,
	...modes,
	...models,
	...Object.values(toolInvocations),
	...combinations,
];
