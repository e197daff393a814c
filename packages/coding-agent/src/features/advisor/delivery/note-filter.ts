const maxRemembered = 100;
const maxLength = 4000;

const emptyPhrases: ReadonlySet<string> = new Set([
	"",
	"none",
	"na",
	"n a",
	"ok",
	"okay",
	"lgtm",
	"looks good",
	"looks good to me",
	"all good",
	"good",
	"no issues",
	"no issues found",
	"no concerns",
	"no comment",
	"no comments",
	"no advice",
	"no notes",
	"no feedback",
	"no problems",
	"no action needed",
	"nothing",
	"nothing to add",
	"nothing to report",
	"nothing to say",
	"everything looks good",
	"everything is fine",
	"continue",
	"carry on",
	"keep going",
	"proceed",
]);

/** Lets each thing through once, and nothing that says nothing. */
export class NoteFilter {
	readonly #seen = new Set<string>();

	/** The note to deliver; `undefined` when nobody needs it. */
	accept(note: string): string | undefined {
		const key = normalize(note);
		if (emptyPhrases.has(key) || this.#seen.has(key)) return undefined;
		this.#seen.add(key);
		const [oldest] = this.#seen;
		if (this.#seen.size > maxRemembered && oldest !== undefined) this.#seen.delete(oldest);
		const text = note.trim();
		return text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`;
	}

	clear(): void {
		this.#seen.clear();
	}
}

function normalize(note: string): string {
	return note
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, " ")
		.trim();
}
