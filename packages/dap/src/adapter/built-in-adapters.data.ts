import { placeholders } from "../transport/placeholders.ts";
import type { AdapterDefinition } from "./definition/adapter-definition.ts";
import { attachToDebugpy, debugpyArguments, delveArguments } from "./launch-arguments.ts";
import { locateDebugpy, locateDelve, locateGdb, locateJsDebug, locateLldb } from "./locate/locate-special.ts";

type Row = Pick<AdapterDefinition, "name" | "languages"> & Partial<AdapterDefinition>;

/** The command is named like the adapter, talks over its standard streams, and is told the program, its arguments and folder. */
function row(fields: Row): AdapterDefinition {
	return {
		command: fields.name,
		args: [],
		connectMode: "stdio",
		fileTypes: [],
		rootMarkers: [],
		launchDefaults: {},
		attachDefaults: {},
		acceptsDirectoryProgram: false,
		...fields,
	};
}

const nativeSources = [".c", ".cc", ".cpp", ".cxx", ".rs"];
const nativeMarkers = ["Cargo.toml", "CMakeLists.txt", "Makefile", "meson.build"];

/** Names that every module and class has are left out. */
const pythonOptions = {
	justMyCode: true,
	subProcess: false,
	variablePresentation: { special: "hide", function: "hide", class: "hide", protected: "inline" },
};

/** The adapters that omp knows, in the order in which they are preferred. */
export const builtInAdapters: readonly AdapterDefinition[] = [
	row({
		name: "gdb",
		args: ["-q", "-i", "dap"],
		languages: ["C", "C++", "Rust"],
		fileTypes: nativeSources,
		rootMarkers: nativeMarkers,
		acceptsBinaries: true,
		entry: { arguments: { stopAtBeginningOfMainSubprogram: true } },
		install: "apt install gdb (14 or later)",
		locate: locateGdb,
	}),
	row({
		name: "lldb-dap",
		languages: ["C", "C++", "Rust", "Swift"],
		fileTypes: [...nativeSources, ".swift"],
		rootMarkers: [...nativeMarkers, "Package.swift"],
		acceptsBinaries: true,
		entry: { function: "main" },
		install: "apt install lldb-19",
		locate: locateLldb,
	}),
	row({
		name: "codelldb",
		args: ["--port", placeholders.port],
		connectMode: "tcp",
		languages: ["C", "C++", "Rust"],
		fileTypes: nativeSources,
		rootMarkers: nativeMarkers,
		acceptsBinaries: true,
		launchDefaults: { terminal: "console" },
		entry: { function: "main" },
		install: "https://github.com/vadimcn/codelldb",
	}),
	row({
		name: "debugpy",
		command: "python",
		args: ["-m", "debugpy.adapter"],
		languages: ["Python"],
		fileTypes: [".py"],
		rootMarkers: ["pyproject.toml", "setup.py", "requirements.txt", "Pipfile"],
		launchDefaults: { request: "launch", console: "internalConsole", ...pythonOptions },
		attachDefaults: { request: "attach", ...pythonOptions },
		entry: { arguments: { stopOnEntry: true } },
		// It has no commands, and takes statements only as this.
		evaluateContext: "repl",
		// With -m, Python would take a folder "debugpy" of the project for the module.
		cwd: "/",
		install: "pip install debugpy, or apt install python3-debugpy",
		locate: locateDebugpy,
		launchArguments: debugpyArguments,
		attachArguments: attachToDebugpy,
		isServedByProgram: true,
	}),
	row({
		name: "dlv",
		// Older versions have no Unix sockets; all of them call back.
		args: ["dap", `--client-addr=${placeholders.clientAddress}`],
		connectMode: "socket",
		languages: ["Go"],
		fileTypes: [".go"],
		rootMarkers: ["go.mod", "go.work"],
		acceptsDirectoryProgram: true,
		entry: { function: "main.main" },
		sharesOutput: true,
		install: "go install github.com/go-delve/delve/cmd/dlv@latest, or apt install delve",
		locate: locateDelve,
		launchArguments: delveArguments,
		attachArguments: ({ pid, port }) => (port === undefined ? { mode: "local", processId: pid } : { mode: "remote" }),
		isServedByProgram: true,
	}),
	row({
		name: "js-debug-adapter",
		connectMode: "tcp",
		languages: ["JavaScript", "TypeScript"],
		fileTypes: [".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".jsx", ".tsx"],
		rootMarkers: ["package.json"],
		launchDefaults: {
			type: "pwa-node",
			request: "launch",
			console: "internalConsole",
			autoAttachChildProcesses: false,
		},
		attachDefaults: { type: "pwa-node", request: "attach" },
		entry: { arguments: { stopOnEntry: true } },
		install:
			"unpack js-debug-dap-*.tar.gz of https://github.com/microsoft/vscode-js-debug/releases in ~/.local/opt, or set JS_DEBUG_DAP_SERVER",
		locate: locateJsDebug,
		attachArguments: ({ pid, port, host }) => (port === undefined ? { processId: pid } : { port, address: host }),
	}),
	row({
		name: "netcoredbg",
		args: ["--interpreter=vscode"],
		languages: ["C#", "F#"],
		fileTypes: [".dll", ".cs"],
		rootMarkers: ["global.json"],
		entry: { arguments: { stopAtEntry: true } },
		install: "https://github.com/Samsung/netcoredbg",
		attachArguments: ({ pid }) => ({ processId: pid }),
	}),
	row({
		name: "kotlin-debug-adapter",
		languages: ["Kotlin", "Java"],
		fileTypes: [".kt", ".java"],
		rootMarkers: ["build.gradle.kts", "build.gradle", "pom.xml"],
		acceptsDirectoryProgram: true,
		install: "https://github.com/fwcd/kotlin-debug-adapter",
		launchArguments: ({ path }) => ({ projectRoot: path }),
		attachArguments: ({ port, host }) => ({ hostName: host, port }),
	}),
	row({
		name: "rdbg",
		args: ["--open=vscode", "--command", "--"],
		languages: ["Ruby"],
		fileTypes: [".rb"],
		rootMarkers: ["Gemfile"],
		launchDefaults: { localfs: true },
		install: "gem install debug",
	}),
	row({
		name: "php-debug-adapter",
		languages: ["PHP"],
		fileTypes: [".php"],
		rootMarkers: ["composer.json"],
		launchDefaults: { port: 9003, runtimeArgs: ["-dxdebug.mode=debug", "-dxdebug.start_with_request=yes"] },
		entry: { arguments: { stopOnEntry: true } },
		install: "https://github.com/xdebug/vscode-php-debug; PHP itself needs Xdebug",
	}),
	row({
		name: "bash-debug-adapter",
		languages: ["Bash"],
		fileTypes: [".sh", ".bash"],
		launchDefaults: { pathBash: "bash", pathCat: "cat", pathMkfifo: "mkfifo", pathPkill: "pkill", env: {} },
		install: "https://github.com/rogalmic/vscode-bash-debug",
	}),
	row({
		name: "dart-debug-adapter",
		command: "dart",
		args: ["debug_adapter"],
		languages: ["Dart"],
		fileTypes: [".dart"],
		rootMarkers: ["pubspec.yaml"],
		install: "https://dart.dev/get-dart",
	}),
	row({
		name: "flutter-debug-adapter",
		command: "flutter",
		args: ["debug_adapter"],
		languages: ["Flutter"],
		install: "https://docs.flutter.dev/get-started",
	}),
	row({
		name: "elixir-ls-debugger",
		languages: ["Elixir"],
		fileTypes: [".ex", ".exs"],
		rootMarkers: ["mix.exs"],
		launchDefaults: { type: "mix_task", startApps: true },
		install: "https://github.com/elixir-lsp/elixir-ls",
		launchArguments: () => ({ task: "run" }),
	}),
];
