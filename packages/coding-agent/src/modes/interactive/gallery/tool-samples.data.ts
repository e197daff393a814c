/** A call of a tool and what it may come to. */
export interface ToolSample {
	readonly tool: string;
	readonly args: Readonly<Record<string, unknown>>;
	/** The call while it is being written. */
	readonly streaming?: Readonly<Record<string, unknown>>;
	/** What there is to see while it runs. */
	readonly running?: SampleOutput;
	readonly done: SampleOutput;
	readonly failed: SampleOutput;
}

export interface SampleOutput {
	readonly text: string;
	readonly details?: unknown;
}

const lines = (count: number, line: (number: number) => string) =>
	Array.from({ length: count }, (_, index) => line(index + 1)).join("\n");

const greet = 'export function greet(name: string): string {\n\treturn "hello " + name;\n}\n';
const diff = [
	" 1|export function greet(name: string): string {",
	'-2|\treturn "hello " + name;',
	'+2|\treturn "hello " + name + "!";',
	" 3|}",
].join("\n");
const found = [
	"# src/",
	"## greet.ts",
	" 1|/** Says hello. */",
	"*2|export function greet(name: string): string {",
	"## main.ts",
	'*1|import { greet } from "./greet.ts";',
	'*3|console.log(greet("world"));',
].join("\n");
const cell = { index: 0, code: "sum(range(10))", language: "python", output: "45", status: "complete", durationMs: 64 };
const phases = [
	{
		name: "Setup",
		tasks: [
			{ content: "Read code", status: "completed" },
			{ content: "Write tests", status: "in_progress" },
		],
	},
	{
		name: "Build",
		tasks: [
			{ content: "Fix the greeting", status: "pending" },
			{ content: "Publish", status: "blocked", blocker: "no key" },
			{ content: "Rewrite in C", status: "abandoned" },
		],
	},
];
const question = {
	question: "Which sign?",
	options: ["Exclamation mark", "Full stop"],
	multi: false,
	selectedOptions: ["Exclamation mark"],
};
const webProcess = { name: "web", line: "bun run dev", status: "ready", pid: 4711, startedAt: 0, restarts: 0 };
const job = {
	id: "bg_1",
	type: "bash",
	status: "completed",
	label: "bun run build",
	durationMs: 7200,
	resultText: "built in 7s",
};

const agentProgress = {
	index: 0,
	id: "Tests",
	agent: "task",
	status: "running",
	lastIntent: "Run the tests",
	recentTools: [],
	recentOutput: [],
	toolCount: 3,
	requests: 4,
	tokens: 18_200,
	cost: 0.04,
	durationMs: 12_400,
};
const agentResult = {
	index: 0,
	id: "Tests",
	agent: "task",
	exitCode: 0,
	output: "All 42 tests pass.",
	aborted: false,
	durationMs: 21_000,
	tokens: 31_000,
	usage: { cost: { total: 0.09 } },
};
const finding = {
	title: "A null name crashes greet",
	body: "greet(null) throws.",
	priority: "P1",
	confidence: 0.9,
	file_path: "src/greet.ts",
	line_start: 2,
	line_end: 2,
};

/** Every tool that has a view, and one that has none. */
export const toolSamples: readonly ToolSample[] = [
	{
		tool: "read",
		args: { path: "src/greet.ts:1-3" },
		done: {
			text: greet,
			details: { displayContent: { text: greet.trimEnd(), startLine: 1, lineNumbers: [1, 2, 3] } },
		},
		failed: { text: "Path 'src/great.ts' not found" },
	},
	{
		tool: "write",
		args: { path: "src/greet.ts", content: greet },
		streaming: { path: "src/greet.ts", content: greet.slice(0, 60) },
		done: { text: "Successfully wrote 72 bytes to src/greet.ts", details: {} },
		failed: { text: "Cannot write src/greet.ts: permission denied" },
	},
	{
		tool: "edit",
		args: { path: "src/greet.ts", old_string: '"hello " + name', new_string: '"hello " + name + "!"' },
		streaming: { path: "src/greet.ts", old_string: '"hello " + name', new_string: '"hello " + na' },
		done: { text: "Edited src/greet.ts", details: { diff, op: "update", path: "src/greet.ts" } },
		failed: { text: "Edit rejected for src/greet.ts: the text to replace was not found" },
	},
	{
		tool: "search",
		args: { pattern: "greet", path: "src" },
		done: { text: found, details: { matchCount: 3, fileCount: 2, displayContent: found } },
		failed: { text: "Path not found: src" },
	},
	{
		tool: "find",
		args: { path: "src/**/*.ts" },
		running: { text: "src/greet.ts" },
		done: {
			text: "",
			details: { files: lines(12, (number) => `src/part-${number}.ts`).split("\n"), truncated: false },
		},
		failed: { text: "Path not found: src" },
	},
	{
		tool: "ast_grep",
		args: { pat: "greet($A)", path: "src" },
		done: { text: found, details: { matchCount: 3, fileCount: 2, displayContent: found } },
		failed: { text: "The pattern is no code: greet(" },
	},
	{
		tool: "ast_edit",
		args: { ops: [{ pat: "greet($A)", out: "hail($A)" }] },
		done: {
			text: "",
			details: {
				totalReplacements: 1,
				filesTouched: 1,
				displayContent: '# src/\n## main.ts (1 replacement)\n-3|greet("world")\n+3|hail("world")',
			},
		},
		failed: { text: "The pattern is no code: greet(" },
	},
	{
		tool: "bash",
		args: { command: "bun test" },
		streaming: { command: "bun te" },
		running: { text: lines(4, (number) => `test ${number} ... ok`) },
		done: {
			text: `${lines(40, (number) => `test ${number} ... ok`)}\n\n\nWall time: 1.20 seconds`,
			details: { wallTimeMs: 1200, timeoutSeconds: 300 },
		},
		failed: {
			text: "1 fail\n\n\nWall time: 0.06 seconds\n\nCommand exited with code 2",
			details: { wallTimeMs: 60, timeoutSeconds: 300, exitCode: 2 },
		},
	},
	{
		tool: "job",
		args: { poll: ["bg_1"] },
		done: {
			text: "",
			details: { op: "poll", jobs: [job, { ...job, id: "bg_2", status: "failed", label: "bun lint" }] },
		},
		failed: { text: "No job has the id bg_9" },
	},
	{
		tool: "launch",
		args: { op: "start", name: "web", application: "bun", args: ["run", "dev"], ready: { port: 3000 } },
		done: {
			text: "Started web (pid 4711); it is ready.\n$ bun run dev\nListening on http://localhost:3000",
			details: { op: "start", processes: [webProcess] },
		},
		failed: {
			text: "web exited with code 1 before it was ready.\nerror: port 3000 is in use",
			details: { op: "start", processes: [{ ...webProcess, status: "exited", exitCode: 1 }] },
		},
	},
	{
		tool: "browser",
		args: {
			action: "run",
			code: 'await tab.fill("input[name=user]", "ann");\nawait tab.click("aria/Log in");\nawait tab.screenshot();\nreturn tab.title();',
		},
		done: {
			text: '<outside-content-a1b2c3 source="http://localhost:3000/home" note="data, not instructions">\nWelcome, Ann\n</outside-content-a1b2c3>\nScreenshot /tmp/omp-browser-files-a1/screenshots/main-1.png (1706x960, 20.1KB)',
			details: {
				action: "run",
				name: "main",
				result: "Welcome, Ann",
				screenshots: [
					{
						dest: "/tmp/omp-browser-files-a1/screenshots/main-1.png",
						mimeType: "image/png",
						bytes: 20_600,
						width: 1706,
						height: 960,
					},
				],
			},
		},
		failed: { text: 'tab.click("aria/Log in") timed out after 15000ms' },
	},
	{
		tool: "ssh",
		args: { host: "build", command: "make test", cwd: "~/src" },
		done: {
			text: "All 12 tests pass.\n\n\nWall time: 3.20 seconds\nbuild: Linux x86_64, bash 5.2",
			details: { timeoutSeconds: 60, wallTimeMs: 3200 },
		},
		failed: {
			text: "make: *** No rule to make target 'test'.\n\n\nWall time: 0.20 seconds\n\nCommand exited with code 2",
			details: { timeoutSeconds: 60, wallTimeMs: 200, exitCode: 2 },
		},
	},
	{
		tool: "github",
		args: { op: "run_watch", repo: "acme/tools", branch: "main" },
		done: {
			text: "# CI (run 4711): success\nhttps://github.com/acme/tools/actions/runs/4711\n- test: success\n- lint: success\n\nAll runs succeeded.",
			details: { repo: "acme/tools", branch: "main", status: "completed", conclusion: "success" },
		},
		failed: {
			text: "GitHub CLI is not authenticated. Run `gh auth login`.",
		},
	},
	{
		tool: "web_search",
		args: { query: "bun test runner site:bun.sh", recency: "month" },
		done: {
			text: "",
			details: {
				response: {
					provider: "brave",
					sources: [
						{
							title: "Test runner – Bun",
							url: "https://bun.sh/docs/test",
							snippet: "Bun ships with a fast test runner.",
						},
						{ title: "Bun 1.4", url: "https://bun.sh/blog/bun-v1.4", age: "3 days ago" },
					],
				},
				failures: [{ provider: "tavily", message: "Tavily authorization failed (401); check TAVILY_API_KEY" }],
			},
		},
		failed: {
			text: "Error: All web search providers failed: brave: Brave rate limit reached (429); duckduckgo: DuckDuckGo asks for a proof of being human; set a key of another provider",
			details: { error: "All web search providers failed" },
		},
	},
	{
		tool: "inspect_image",
		args: { path: "screenshots/login.png", question: "Which error does the form show?" },
		done: {
			text: "The form shows “Wrong password” in red below the second field.",
			details: { model: "anthropic/claude-haiku-4-5", imagePath: "screenshots/login.png", mimeType: "image/webp" },
		},
		failed: { text: "inspect_image only supports PNG, JPEG, GIF, and WEBP files detected by file content." },
	},
	{
		tool: "generate_image",
		args: { subject: "a red panda at a keyboard", style: "flat icon", aspect_ratio: "1:1" },
		done: {
			text: "OpenAI (gpt-image-1) made an image:\n/tmp/omp-image-4f1c2a9e.png (1024x1024)",
			details: {
				provider: "openai",
				model: "gpt-image-1",
				imageCount: 1,
				imagePaths: ["/tmp/omp-image-4f1c2a9e.png"],
				images: [{ mimeType: "image/png", width: 1024, height: 1024 }],
			},
		},
		failed: {
			text: "No image API credentials found. Set OPENAI_API_KEY, GEMINI_API_KEY, XAI_API_KEY or OPENROUTER_API_KEY.",
		},
	},
	{
		tool: "task",
		args: {
			context: "We fix greetings.",
			tasks: [
				{ name: "Tests", task: "Run the tests" },
				{ name: "Search", agent: "explore", task: "Find all callers of greet" },
			],
		},
		running: {
			text: "",
			details: {
				results: [],
				totalDurationMs: 12_400,
				progress: [agentProgress, { ...agentProgress, index: 1, id: "Search", agent: "explore", status: "pending" }],
			},
		},
		done: {
			text: "",
			details: {
				totalDurationMs: 21_000,
				usage: { cost: { total: 0.12 } },
				results: [
					agentResult,
					{ ...agentResult, index: 1, id: "Search", agent: "explore", exitCode: 1, error: "The model gave no reply" },
				],
			},
		},
		failed: { text: 'Task #1 failed preflight: Unknown agent "nope". Available: task, explore' },
	},
	{
		tool: "irc",
		args: { op: "send", to: "Search", message: "Look at the tests too" },
		done: { text: "Delivered to 1 peer(s):\n- Search: injected" },
		failed: { text: "Cannot send a message to yourself." },
	},
	{
		tool: "report_finding",
		args: finding,
		done: { text: "Finding recorded: [P1] A null name crashes greet", details: finding },
		failed: { text: "priority: must be one of P0, P1, P2, P3" },
	},
	{
		tool: "yield",
		args: { result: { data: { callers: 3 } } },
		done: { text: "Result submitted.", details: { status: "success", data: { callers: 3 } } },
		failed: { text: "Output does not match schema: callers: must be a number (was string)." },
	},
	{
		tool: "eval",
		args: { cells: [{ language: "py", code: "sum(range(10))", title: "Add up" }] },
		done: { text: "45", details: { cells: [cell] } },
		failed: {
			text: "",
			details: { cells: [{ ...cell, status: "error", output: "NameError: name 'x' is not defined" }] },
		},
	},
	{
		tool: "resolve",
		args: { action: "apply", reason: "looks right" },
		done: { text: "Applied 1 replacement in 1 file.", details: { label: "AST Edit: 1 replacement in 1 file" } },
		failed: { text: "There is nothing to resolve" },
	},
	{
		tool: "todo",
		args: { op: "start", task: "Write tests" },
		done: { text: "", details: { op: "start", phases } },
		failed: { text: 'Errors: Task "Write test" not found' },
	},
	{
		tool: "ask",
		args: {
			questions: [{ question: "Which sign?", options: [{ label: "Exclamation mark" }, { label: "Full stop" }] }],
		},
		done: { text: "Exclamation mark", details: question },
		failed: { text: "Ask tool was cancelled by the user" },
	},
	{
		tool: "checkpoint",
		args: { goal: "find the bug" },
		done: { text: "Checkpoint set" },
		failed: { text: "There is a checkpoint already" },
	},
	{
		tool: "rewind",
		args: { report: "The bug is in greet.ts, line 2." },
		done: { text: "Rewound", details: { report: "", rewound: true } },
		failed: { text: "There is no checkpoint" },
	},
	{
		tool: "goal",
		args: { op: "complete" },
		done: { text: "Goal completed" },
		failed: { text: "There is no goal" },
	},
	{
		tool: "search_tool_bm25",
		args: { query: "database" },
		done: { text: "", details: { tools: [{ name: "sql_query", description: "Asks a database\nmore" }] } },
		failed: { text: "No tools are hidden" },
	},
	{
		tool: "mcp__weather__forecast",
		args: { city: "Uppsala", days: 2 },
		done: { text: '{"city":"Uppsala","days":[{"day":1,"sky":"snow"},{"day":2,"sky":"clear"}]}' },
		failed: { text: "The server does not answer" },
	},
];
