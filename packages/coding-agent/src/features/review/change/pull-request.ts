import { parseDiff } from "@oh-my-pi/pi-natives/git/parse-diff";
import { runGh } from "@oh-my-pi/pi-tools/github/api/github-cli";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { Change } from "./change.ts";
import { type GitPlace, openChangeGit } from "./change-git.ts";
import { ReviewFault } from "./review-fault.ts";
import { type SkippedFile, skipReason, skipReasonOfText } from "./skip-file.ts";

/** The change of a pull request, from GitHub; its commits need not be here. */
export async function loadPullRequest(
	number: number,
	{ paths = [], ...place }: GitPlace & { readonly paths?: readonly string[] },
): Promise<Change> {
	const git = await openChangeGit(place);
	const signal = place.signal ?? new AbortController().signal;
	const gh = (args: readonly string[]) => runGh(args, { env: place.env, cwd: git.root, signal });
	const [facts, diff] = await Promise.all([
		gh(["pr", "view", String(number), "--json", "title,body,url,headRefOid"]),
		gh(["pr", "diff", String(number), "--color=never"]),
	]).catch((error: unknown) => {
		signal.throwIfAborted();
		throw new ReviewFault(`Pull request #${number} could not be read: ${errorMessage(error)}`);
	});
	const { title, body, head } = readFacts(facts);
	const skipped: SkippedFile[] = [];
	const isWanted = (path: string) =>
		paths.length === 0 || paths.some((one) => path === one || path.startsWith(`${one}/`));
	const files = parseDiff(diff).filter((file) => {
		if (!isWanted(file.path)) return false;
		const reason =
			skipReason(file.path) ??
			(file.oldPath === undefined ? undefined : skipReason(file.oldPath)) ??
			(file.isBinary ? "binary" : skipReasonOfText(file.hunks.flatMap(({ lines }) => lines)));
		if (reason !== undefined) skipped.push({ path: file.path, reason });
		return reason === undefined;
	});
	return {
		target: { kind: "pr", number },
		root: git.root,
		purpose: `${title}\n\n${body}`.trim().slice(0, 4000),
		files,
		skipped,
		lineCount: async () => undefined,
		// Its commit is only here when it was fetched.
		readText: async (path, version) =>
			version === "new" && head !== "" && !path.includes("..")
				? git.find(["cat-file", "blob", `${head}:${path}`])
				: undefined,
	};
}

function readFacts(text: string): { readonly title: string; readonly body: string; readonly head: string } {
	const value: unknown = JSON.parse(text);
	const { title, body, headRefOid } = isRecord(value) ? value : {};
	const word = (one: unknown) => (typeof one === "string" ? one : "");
	return {
		title: word(title),
		body: word(body),
		head: /^[0-9a-f]{40,64}$/.test(word(headRefOid)) ? word(headRefOid) : "",
	};
}
