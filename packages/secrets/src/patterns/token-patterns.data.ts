/** A known shape of secrets. */
export interface TokenShape {
	/** Texts without any of these are not searched. */
	readonly hints: readonly string[];
	/** Ours, and without nested repetition: time grows with the text. */
	readonly pattern: RegExp;
}

/** Not inside a word; the letters of an escape before it are none, as in a text of several lines inside JSON or a URL. */
const begin = /(?:(?<![A-Za-z0-9_])|(?<=\\[bfnrt]|\\u[\dA-Fa-f]{4}|%[\dA-Fa-f]{2}))/.source;

/** What a token begins with, and the rest of it. The beginning of a word is looked at last, since most words are no tokens. */
function token(start: RegExp, rest: RegExp): RegExp {
	return new RegExp(`${start.source}(?<=${begin}${start.source})${rest.source}`, "g");
}

export const tokenShapes: readonly TokenShape[] = [
	{ hints: ["sk-", "sk_", "pk_", "rk_"], pattern: token(/[spr]k[-_]/, /[A-Za-z0-9_-]{16,}/) },
	{ hints: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], pattern: token(/gh[pousr]_/, /[A-Za-z0-9]{20,}/) },
	{ hints: ["github_pat_"], pattern: token(/github_pat_/, /[A-Za-z0-9_]{20,}/) },
	{ hints: ["glpat-"], pattern: token(/glpat-/, /[A-Za-z0-9_-]{16,}/) },
	{ hints: ["xox"], pattern: token(/xox[abeoprs]-/, /[A-Za-z0-9-]{10,}/) },
	{ hints: ["AKIA", "ASIA"], pattern: token(/A[KS]IA/, /[0-9A-Z]{16}\b/) },
	{ hints: ["AIza"], pattern: token(/AIza/, /[A-Za-z0-9_-]{30,}/) },
	{ hints: ["npm_"], pattern: token(/npm_/, /[A-Za-z0-9]{30,}/) },
	{ hints: ["hf_"], pattern: token(/hf_/, /[A-Za-z0-9]{30,}/) },
	{ hints: ["gsk_", "xai-", "r8_", "nvapi-"], pattern: token(/(?:gsk_|xai-|r8_|nvapi-)/, /[A-Za-z0-9_-]{20,}/) },
	{
		hints: ["eyJ"],
		pattern: token(/eyJ/, /[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/),
	},
	{
		hints: ["PRIVATE KEY-----"],
		pattern: /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g,
	},
	{ hints: ["earer "], pattern: /(?<=\b[Bb]earer )[A-Za-z0-9._~+/-]{16,}=*/g },
];
