import { dlopen } from "bun:ffi";

/** Replaces the environment of this process completely: `process.env`, `os.homedir()`, and what children inherit. */
export function replaceProcessEnv(env: Readonly<Record<string, string>>): void {
	for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
	Object.assign(process.env, env);
	setHomeOfProcess(env.HOME ?? "");
	inheritProcessEnv();
}

/** `os.homedir()` asks libc, which assignments to `process.env` do not reach. */
function setHomeOfProcess(home: string): void {
	const libc = dlopen(process.platform === "darwin" ? "libSystem.B.dylib" : "libc.so.6", {
		setenv: { args: ["cstring", "cstring", "i32"], returns: "i32" },
	});
	libc.symbols.setenv(Buffer.from("HOME\0"), Buffer.from(`${home}\0`), 1);
	libc.close();
}

/** `Bun.spawn` without `env` passes the original environment; make it pass the current one. */
function inheritProcessEnv(): void {
	Bun.spawn = withPresentEnv(Bun.spawn);
	Bun.spawnSync = withPresentEnv(Bun.spawnSync);
}

function withPresentEnv<Spawn extends typeof Bun.spawn | typeof Bun.spawnSync>(spawn: Spawn): Spawn {
	const spawnWithEnv = (first: unknown, options?: object) =>
		Array.isArray(first)
			? Reflect.apply(spawn, Bun, [first, addEnv(options)])
			: Reflect.apply(spawn, Bun, [addEnv(first as object)]);
	return spawnWithEnv as Spawn;
}

function addEnv(options: { env?: unknown } = {}): object {
	return { ...options, env: options.env ?? process.env };
}
