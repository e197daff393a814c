import { join } from "node:path";
import { repositoryRoot } from "../repository-root.ts";
import type { GeneratedFile } from "./generated-file.ts";

/** A script for browsers beside its source. It is text to the executable, which serves it. */
export function browserScript(source: string): GeneratedFile {
	return {
		path: source.replace(/\.ts$/, ".generated.txt"),
		async generate() {
			const { outputs } = await Bun.build({
				entrypoints: [join(repositoryRoot, source)],
				target: "browser",
				format: "esm",
				minify: true,
			});
			const [script] = outputs;
			if (!script) throw new Error(`Bun.build gave no script for ${source}`);
			return script.text();
		},
	};
}
