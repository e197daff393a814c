const adjectives = [
	"Amber",
	"Brisk",
	"Calm",
	"Clear",
	"Deft",
	"Eager",
	"Fair",
	"Gentle",
	"Happy",
	"Keen",
	"Lively",
	"Lucid",
];
const moreAdjectives = [
	"Mellow",
	"Neat",
	"Nimble",
	"Plain",
	"Quick",
	"Quiet",
	"Sharp",
	"Steady",
	"Sunny",
	"Swift",
	"Warm",
	"Wise",
];
const nouns = ["Badger", "Beaver", "Crane", "Dove", "Falcon", "Finch", "Fox", "Gull", "Hare", "Heron", "Ibis", "Jay"];
const moreNouns = ["Lark", "Lynx", "Marten", "Newt", "Otter", "Owl", "Raven", "Robin", "Seal", "Stork", "Swan", "Wren"];

const maxLength = 48;

/** Ids of agents: unique ignoring case, since they are file names too. */
export class AgentIds {
	readonly #isTaken: (id: string) => boolean;
	readonly #allocated = new Set<string>();

	constructor(isTaken: (id: string) => boolean) {
		this.#isTaken = isTaken;
	}

	/** Its session is over; another one may use the name. */
	free(id: string): void {
		this.#allocated.delete(id.toLowerCase());
	}

	/** The wanted name or one of two words, below its parent, with a number when it is taken. */
	allocate(wanted: string | undefined, parentId: string | undefined, seed: string): string {
		const name = (wanted && cleanName(wanted)) || twoWords(seed);
		const prefix = parentId === undefined ? "" : `${parentId}.`;
		for (let number = 1; ; number++) {
			const id = prefix + (number === 1 ? name : `${name}-${number}`);
			if (this.#allocated.has(id.toLowerCase()) || this.#isTaken(id)) continue;
			this.#allocated.add(id.toLowerCase());
			return id;
		}
	}
}

/** As a file name; names of the user's conversation, of broadcasts and of the advisor are not to be had. */
function cleanName(wanted: string): string {
	const name = wanted
		.trim()
		.replace(/[^A-Za-z0-9_.-]+/g, "-")
		.replace(/\.{2,}/g, ".")
		.replace(/^[-.]+|[-.]+$/g, "")
		.slice(0, maxLength)
		.replace(/[-.]+$/, "");
	const isReserved = /^(main|all|local)$/i.test(name) || /^__advisor/i.test(name) || /^\d+$/.test(name);
	return isReserved ? `Agent-${name.replace(/^_+/, "")}` : name;
}

function twoWords(seed: string): string {
	const hash = Bun.hash(seed);
	const number = typeof hash === "bigint" ? Number(hash % 1_000_003n) : hash;
	const pick = (words: readonly string[], at: number) => words[at % words.length] ?? "";
	const first = [...adjectives, ...moreAdjectives];
	const second = [...nouns, ...moreNouns];
	return pick(first, number) + pick(second, Math.floor(number / first.length));
}
