import { dlopen } from "bun:ffi";

/** Sets variables as code of the runtime itself reads them, where `process.env` has no effect. False where that is not possible. */
export function setNativeVariables(variables: Readonly<Record<string, string>>): boolean {
	const musl = `libc.musl-${process.arch === "x64" ? "x86_64" : "aarch64"}.so.1`;
	const libraries = process.platform === "darwin" ? ["libSystem.B.dylib"] : ["libc.so.6", musl];
	if (process.platform === "win32") return false;
	for (const library of libraries) {
		try {
			const { symbols } = dlopen(library, { setenv: { args: ["cstring", "cstring", "i32"], returns: "i32" } });
			for (const [name, value] of Object.entries(variables)) {
				symbols.setenv(Buffer.from(`${name}\0`), Buffer.from(`${value}\0`), 1);
			}
			return true;
		} catch {
			// Another libc: try the next.
		}
	}
	return false;
}
