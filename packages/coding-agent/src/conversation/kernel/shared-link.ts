/** A room and what opens it, as links of `/collab` have them: the secret is a key, with what allows writing behind it. */
const link = String.raw`(?:(?:https?|wss?):\/\/)?(?:[^\s/]+\/\S*?)?[\w-]{22}(?:[.#]|%23)(?:[\w-]{43}|[\w-]{64})`;
const quotes = String.raw`["'<>\u0060]*`;
const onlyLink = new RegExp(String.raw`^\s*(?:omp\s+)?(?:\/?join\s+)?${quotes}${link}${quotes}\s*$`, "i");
/** Also a part of a link: it has most of the secret. */
const joinLine = /^\s*\/join\s+\S*(?:\/r\/|[\w-]{22}(?:[.#]|%23))/i;

/** Whether a text is only a link to a shared session: whoever reads it can take part and approve what runs. */
export function isSharedLink(text: string): boolean {
	return onlyLink.test(text) || joinLine.test(text);
}

export const sharedLinkText =
	'This is a link to a shared session. It is not sent to the model, as whoever has it can take part. Join at a terminal: omp join "<link>", or /join in a session.';
