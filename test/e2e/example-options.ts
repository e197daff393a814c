import { resolve } from "node:path";

/** The option that loads examples of `docs/extensions/`. */
export const example = (...names: readonly string[]) =>
	names.flatMap((name) => ["-e", resolve(import.meta.dir, `../../docs/extensions/${name}.ts`)]);
