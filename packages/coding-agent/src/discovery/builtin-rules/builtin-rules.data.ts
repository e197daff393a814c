/** A rule that omp brings. */
export interface BuiltinRule {
	readonly name: string;
	/** The files whose edits it is about. */
	readonly files: string;
	readonly description: string;
	readonly condition?: readonly string[];
	readonly astCondition?: readonly string[];
	readonly body: string;
}

const typescript = "*.{ts,tsx}";

/** Habits of models that newer versions of languages have made unnecessary, and a few that hide mistakes. Names are stable. */
export const builtinRuleTable: readonly BuiltinRule[] = [
	{
		name: "go-add-cleanup",
		files: "*.go",
		description: "runtime.AddCleanup instead of SetFinalizer",
		condition: ["runtime\\.SetFinalizer"],
		body: "Use `runtime.AddCleanup` (Go 1.24): it allows several cleanups, does not revive the object and works in cycles.",
	},
	{
		name: "go-bench-loop",
		files: "*_test.go",
		description: "b.Loop() in benchmarks",
		astCondition: ["for $I := 0; $I < b.N; $I++ { $$$ }"],
		body: "Write `for b.Loop() { … }` (Go 1.24): setup is not measured and the compiler cannot remove the body.",
	},
	{
		name: "go-exp-promoted",
		files: "*.go",
		description: "slices and maps of the standard library",
		condition: ['"golang\\.org/x/exp/(?:slices|maps)"'],
		body: "Import `slices` and `maps` of the standard library (Go 1.21). Note that `maps.Keys` returns an iterator there.",
	},
	{
		name: "go-ioutil",
		files: "*.go",
		description: "io and os instead of io/ioutil",
		condition: ['"io/ioutil"'],
		body: "`io/ioutil` is deprecated: use `os.ReadFile`, `os.WriteFile`, `os.ReadDir`, `os.MkdirTemp`, `io.ReadAll`, `io.Discard`.",
	},
	{
		name: "go-join-hostport",
		files: "*.go",
		description: "net.JoinHostPort for addresses",
		condition: ['fmt\\.Sprintf\\("%s:%d"'],
		body: "Use `net.JoinHostPort(host, strconv.Itoa(port))`: with `%s:%d` IPv6 addresses are wrong.",
	},
	{
		name: "go-new-expr",
		files: "*.go",
		description: "new(value) instead of pointer helpers",
		astCondition: ["func $F($V $T) *$T { return &$V }", "func $F[$$$P]($V $T) *$T { return &$V }"],
		body: "From Go 1.26 `new(value)` gives a pointer to a value. With an older Go in go.mod such a helper is fine.",
	},
	{
		name: "go-rand-v2",
		files: "*.go",
		description: "math/rand/v2",
		condition: ['"math/rand"'],
		body: "Import `math/rand/v2` (Go 1.22): `rand.IntN`, no seeding. For secrets use `crypto/rand`.",
	},
	{
		name: "go-range-int",
		files: "*.go",
		description: "range over integers",
		astCondition: ["for $I := 0; $I < $N; $I++ { $$$ }"],
		body: "Write `for i := range n` (Go 1.22), unless the body changes the variable or the limit.",
	},
	{
		name: "rs-box-leak",
		files: "*.rs",
		description: "no Box::leak",
		condition: ["Box::leak"],
		body: "`Box::leak` never frees. Use an owned value, `Arc`, or `LazyLock` for something that lives as long as the program.",
	},
	{
		name: "rs-future-prelude",
		files: "*.rs",
		description: "Future is in the prelude",
		condition: ["use std::future::Future;"],
		body: "`Future` and `IntoFuture` are in the prelude of edition 2024. With an older edition in Cargo.toml the import is needed.",
	},
	{
		name: "rs-lazylock",
		files: "*.rs",
		description: "std::sync::LazyLock",
		condition: ["once_cell::", "lazy_static!"],
		body: "Use `std::sync::LazyLock` or `OnceLock` (Rust 1.80) in place of once_cell and lazy_static.",
	},
	{
		name: "rs-match-ergonomics",
		files: "*.rs",
		description: "no ref in patterns",
		condition: ["\\(ref mut ", "\\(ref [a-z_]"],
		body: "Match on a reference (`match &value`, `if let Some(x) = &mut option`) in place of `ref` and `ref mut`.",
	},
	{
		name: "ts-bare-catch",
		files: typescript,
		description: "catch without a binding",
		condition: ["catch \\(_"],
		body: "Write `catch {` where the error is not used, with a comment on why it can be ignored; else use it.",
	},
	{
		name: "ts-import-type",
		files: typescript,
		description: "no import() in types",
		condition: [":\\s*import\\(", "typeof import\\("],
		body: "Import the type at the top of the file with `import type { … } from`.",
	},
	{
		name: "ts-no-any",
		files: typescript,
		description: "no any",
		condition: [":\\s*any\\b", "\\bas any\\b"],
		body: "Do not use `any`: it turns checking off for all that follows. Name the type, or take `unknown` and narrow it.",
	},
	{
		name: "ts-no-inline-cast-access",
		files: "*.{ts,tsx,mts,cts}",
		description: "no property of an inline assertion",
		astCondition: ["($A as { $$$F }).$P"],
		body: "Do not assert an object type to read one property. Narrow the value (`in`, `typeof`), or give the type a name where it is made.",
	},
	{
		name: "ts-no-test-timers",
		files: "*.test.ts",
		description: "no fixed waits in tests",
		condition: ["Bun\\.sleep\\(", "\\bsetTimeout\\(", "\\bsetInterval\\("],
		body: "Fixed waits make tests slow and unreliable. Wait for the condition or event, or use fake timers.",
	},
	{
		name: "ts-promise-with-resolvers",
		files: typescript,
		description: "Promise.withResolvers",
		condition: ["new Promise\\("],
		body: "Prefer `Promise.withResolvers()` where the promise is settled from elsewhere, and an async function where it only wraps others.",
	},
	{
		name: "ts-redundant-clear-guard",
		files: "*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}",
		description: "no check before clearTimeout",
		astCondition: ["clearTimeout", "clearInterval"].flatMap((clear) => [
			`if ($T) ${clear}($T);`,
			`if ($T) { ${clear}($T); }`,
			`if ($T !== undefined) ${clear}($T);`,
			`if ($T !== undefined) { ${clear}($T); }`,
		]),
		body: "`clearTimeout` and `clearInterval` accept `undefined`: call them without a check.",
	},
];
