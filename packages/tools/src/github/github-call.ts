import type { ToolCallContext, ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { fenced } from "../output/outside-content.ts";
import type { GhOptions, GithubApi } from "./api/github-cli.ts";
import type { GithubDeps, GithubDetails, GithubParams } from "./github.ts";

export type GithubOutput = ToolOutput<GithubDetails>;

/** A call and what it works with. */
export interface GithubWork {
	readonly params: GithubParams;
	readonly call: ToolCallContext<GithubDetails>;
	readonly deps: GithubDeps;
	/** For commands about the checkout. */
	readonly here: GhOptions & { readonly cwd: string };
	readonly api: GithubApi;
	readonly repo: () => Promise<string>;
}

/** What others wrote, with where it is from. */
export function outside(text: string, url: string, details: GithubDetails): GithubOutput {
	return { content: fenced(text, url), details: { ...details, meta: { source: { type: "url", value: url } } } };
}
