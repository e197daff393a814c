import type { Change } from "./change.ts";
import type { GitPlace } from "./change-git.ts";
import type { ReviewTarget } from "./review-target.ts";

/** Reads the change of any target. */
export async function loadTarget(
	target: ReviewTarget,
	place: GitPlace & { readonly paths?: readonly string[] },
): Promise<Change> {
	if (target.kind === "pr") return (await import("./pull-request.ts")).loadPullRequest(target.number, place);
	return (await import("./load-change.ts")).loadChange(target, place);
}
