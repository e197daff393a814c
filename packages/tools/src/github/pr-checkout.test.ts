import { expect } from "bun:test";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { verificationName } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { pullAnswer } from "./testing/api-answers.ts";
import { githubCheckout } from "./testing/github-checkout.ts";

const needsGh = requires("gh", "git");
const verifies = (id: string, run: () => Promise<void>) => needsGh(verificationName(id), run, 60_000);

/** Another repository with a branch that has one more commit. */
async function fork(at: Awaited<ReturnType<typeof githubCheckout>>, branch: string, files: Record<string, string>) {
	const clone = await workspace();
	await clone.git("clone", "-q", `file://${at.bare.path}`, ".");
	await clone.git("checkout", "-q", "-b", branch);
	for (const [name, content] of Object.entries(files)) await clone.write(name, content);
	await clone.git("add", "-A");
	await clone.git("-c", "user.name=F", "-c", "user.email=f@example.org", "commit", "-qm", "Change");
	return { clone, sha: (await clone.git("rev-parse", "HEAD")).trim() };
}

verifies("tools-code-web:github:pr-checkout", async () => {
	await using at = await githubCheckout();
	const { server, repo, run, place } = at;
	const own = await fork(at, "fix", { "fix.txt": "fix\n" });
	await using _own = own.clone;
	await own.clone.git("push", "-q", "origin", "fix");
	const theirs = await fork(at, "odd/branch", { "new.txt": "new\n" });
	await using _theirs = theirs.clone;
	await repo.git("config", `url.file://${theirs.clone.path}.insteadOf`, "https://github.com/stranger/tools.git");
	server.routes["GET /repos/acme/tools/pulls/5"] = pullAnswer(5);
	server.routes["GET /repos/acme/tools/pulls/6"] = pullAnswer(6, {
		head: { label: "stranger:odd/branch", ref: "odd/branch", repo: { full_name: "stranger/tools" } },
		maintainer_can_modify: true,
	});
	server.routes["GET /repos/acme/tools/pulls"] = ({ path }) =>
		path.includes("head=acme%3Afix") ? [pullAnswer(5)] : [];
	const { content, details, isError } = await run({
		op: "pr_checkout",
		pr: ["5", "https://github.com/acme/tools/pull/6", "404"],
	});
	expect(isError).toBe(true);
	expect(content).toContain("## Failed\n\n- 404: GitHub CLI command failed: gh api -X GET repos/acme/tools/pulls/404");
	const [first, second] = details?.checkouts ?? [];
	expect(first?.worktreePath).toMatch(/\/wt\/5-[0-9a-f]{7}$/);
	expect(first).toMatchObject({ branch: "pr-5", remote: "origin", remoteBranch: "fix", headSha: own.sha });
	expect(second).toMatchObject({
		branch: "pr-6",
		remote: "fork-stranger",
		remoteBranch: "odd/branch",
		headSha: theirs.sha,
	});
	expect(await Bun.file(`${second?.worktreePath}/new.txt`).text()).toBe("new\n");
	const keys = (await repo.git("config", "--get-regexp", "^branch\\.pr-6\\.")).trim().split("\n");
	expect(keys).toEqual([
		"branch.pr-6.remote fork-stranger",
		"branch.pr-6.merge refs/heads/odd/branch",
		"branch.pr-6.pushremote fork-stranger",
		"branch.pr-6.ompprheadref odd/branch",
		"branch.pr-6.ompprurl https://github.com/acme/tools/pull/6",
		"branch.pr-6.ompprincrossrepository true".replace("prin", "pris"),
		"branch.pr-6.ompprmaintainercanmodify true",
	]);
	// By the name of the branch: the same worktree again.
	const again = await run({ op: "pr_checkout", pr: "fix" });
	expect(again.details?.worktreePath).toBe(first?.worktreePath ?? "");
	// Commits of one's own are not given up unasked.
	await Bun.write(`${first?.worktreePath}/mine.txt`, "mine\n");
	const inside = (...args: string[]) => repo.git("-C", first?.worktreePath ?? "", ...args);
	await inside("add", "-A");
	await inside("commit", "-qm", "Mine");
	await own.clone.write("more.txt", "more\n");
	await own.clone.git("add", "-A");
	await own.clone.git("-c", "user.name=F", "-c", "user.email=f@example.org", "commit", "-qm", "More");
	await own.clone.git("push", "-q", "origin", "fix");
	await expect(run({ op: "pr_checkout", pr: "5" })).rejects.toThrow(/Branch pr-5 has commits .* Pass force: true/);
	await run({ op: "pr_checkout", pr: "5", force: true });
	expect(await Bun.file(`${first?.worktreePath}/more.txt`).exists()).toBe(true);
	// A folder in the way.
	await repo.git("worktree", "remove", "--force", first?.worktreePath ?? "");
	await place.write(`wt/${first?.worktreePath.split("/").at(-1)}/keep.txt`, "keep");
	expect((await run({ op: "pr_checkout", pr: "#5" })).details?.worktreePath).toBe(`${first?.worktreePath}-2`);
	await expect(run({ op: "pr_checkout" })).rejects.toThrow("pr is required");
	await expect(
		run({ op: "pr_checkout", pr: "5" }, { workspace: { ...at.deps.workspace, isGitUntrusted: async () => true } }),
	).rejects.toThrow("See omp trust");
});

verifies("tools-code-web:github:pr-push", async () => {
	await using at = await githubCheckout();
	const { server, repo, run, bare, cache } = at;
	const own = await fork(at, "fix", { "fix.txt": "fix\n" });
	await using _ = own.clone;
	await own.clone.git("push", "-q", "origin", "fix");
	server.routes["GET /repos/acme/tools/pulls/5"] = pullAnswer(5);
	const { details } = await run({ op: "pr_checkout", pr: "5" });
	const worktree = details?.worktreePath ?? "";
	await Bun.write(`${worktree}/b.txt`, "b\n");
	await repo.git("-C", worktree, "add", "-A");
	await repo.git("-C", worktree, "commit", "-qm", "B");
	cache.put("someone", "pr://acme/tools/5", "old");
	cache.put("someone", "pr://acme/tools/5/diff/all", "old");
	cache.put("someone", "pr://acme/tools/55", "other");
	const pushed = await run({ op: "pr_push", branch: "pr-5" });
	const sha = (await repo.git("rev-parse", "pr-5")).trim();
	expect(pushed.content).toBe(`Pushed pr-5 (${sha.slice(0, 10)}) to origin/fix\nhttps://github.com/acme/tools/pull/5`);
	expect((await bare.git("rev-parse", "fix")).trim()).toBe(sha);
	expect(["5", "5/diff/all", "55"].map((name) => cache.get("someone", `pr://acme/tools/${name}`)?.text)).toEqual([
		undefined,
		undefined,
		"other",
	]);
	await repo.git("-C", worktree, "commit", "-q", "--amend", "-m", "B2");
	await expect(run({ op: "pr_push", branch: "pr-5" })).rejects.toThrow("pass forceWithLease: true to replace them");
	await run({ op: "pr_push", branch: "pr-5", forceWithLease: true });
	expect((await bare.git("log", "-1", "--format=%s", "fix")).trim()).toBe("B2");
	await expect(run({ op: "pr_push" })).rejects.toThrow("Branch main belongs to no pull request");
});
