/** What of the product the GitHub tool needs. */
export interface GithubService {
	/** Where worktrees of pull requests go. */
	readonly worktreeBase: () => string;
	/** Issues and pull requests that were fetched; absent when they are not kept. */
	readonly cache: () => Promise<{ forget(url: string): void } | undefined>;
}
