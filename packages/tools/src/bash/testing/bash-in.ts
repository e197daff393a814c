import { PersistentShell } from "@oh-my-pi/pi-natives/shell/persistent-shell";
import type { Workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { ArtifactSpace } from "../../output/artifact-space.ts";
import { bashTool } from "../bash.ts";
import type { BashOptions } from "../options.ts";

export interface TestedBash extends AsyncDisposable {
	readonly tool: ReturnType<typeof bashTool>;
	readonly options: BashOptions;
	/** What was kept as artifacts, in their order. */
	readonly saved: string[];
}

/** The tool on a real shell in a project's folder, with a clock that stands still. */
export function bashIn(project: Workspace, overrides: Partial<BashOptions> = {}): TestedBash {
	const shell = new PersistentShell({ shellPath: "bash", home: project.path, newId: () => crypto.randomUUID() });
	const saved: string[] = [];
	const artifacts: ArtifactSpace = {
		allocate: (name) => ({ id: "7", path: project.file(`7.${name}.log`) }),
		save: (_, content) => ({ id: String(saved.push(content) - 1) }),
	};
	const options: BashOptions = {
		shell,
		cwd: () => project.path,
		home: project.path,
		env: { PATH: process.env.PATH, HOME: project.path, TERM: "xterm-256color", EDITOR: "vim" },
		now: () => 0,
		defaultTimeoutSeconds: 300,
		artifacts,
		...overrides,
	};
	return { tool: bashTool(options), options, saved, [Symbol.asyncDispose]: () => shell[Symbol.asyncDispose]() };
}
