/** What is reviewed. */
export type ReviewTarget =
	| { readonly kind: "uncommitted" }
	| { readonly kind: "staged" }
	| { readonly kind: "base"; readonly ref: string }
	| { readonly kind: "commit"; readonly ref: string }
	| { readonly kind: "pr"; readonly number: number };

/** In a few words, for people and for the model. */
export function describeTarget(target: ReviewTarget): string {
	switch (target.kind) {
		case "uncommitted":
			return "uncommitted changes";
		case "staged":
			return "staged changes";
		case "base":
			return `changes since ${target.ref}`;
		case "commit":
			return `commit ${target.ref}`;
		case "pr":
			return `pull request #${target.number}`;
	}
}

/** `staged`, `base main`, `commit abc`, `pr 12`; `undefined` for other words, which say themselves what to review. */
export function parseTarget(words: string): ReviewTarget | undefined {
	const [kind = "", ref = "", ...rest] = words.trim().split(/\s+/);
	if (rest.length > 0) return undefined;
	if (ref === "") {
		if (kind === "staged") return { kind };
		if (kind === "uncommitted" || kind === "working-tree") return { kind: "uncommitted" };
		return undefined;
	}
	if (kind === "base" || kind === "branch") return { kind: "base", ref };
	if (kind === "commit") return { kind, ref };
	const number = Number(ref.replace(/^#/, ""));
	return kind === "pr" && Number.isSafeInteger(number) && number > 0 ? { kind, number } : undefined;
}
