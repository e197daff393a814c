/** A known shape of secrets. */
export interface TokenShape {
	/** Texts without any of these are not searched. */
	readonly hints: readonly string[];
	/** Ours, and without nested repetition: time grows with the text. */
	readonly pattern: RegExp;
}

export const tokenShapes: readonly TokenShape[] = [
	{ hints: ["sk-", "sk_", "pk_", "rk_"], pattern: /\b[spr]k[-_][A-Za-z0-9_-]{16,}/g },
	{ hints: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], pattern: /\bgh[pousr]_[A-Za-z0-9]{20,}/g },
	{ hints: ["github_pat_"], pattern: /\bgithub_pat_[A-Za-z0-9_]{20,}/g },
	{ hints: ["glpat-"], pattern: /\bglpat-[A-Za-z0-9_-]{16,}/g },
	{ hints: ["xox"], pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g },
	{ hints: ["AKIA", "ASIA"], pattern: /\bA[KS]IA[0-9A-Z]{16}\b/g },
	{ hints: ["AIza"], pattern: /\bAIza[A-Za-z0-9_-]{30,}/g },
	{ hints: ["npm_"], pattern: /\bnpm_[A-Za-z0-9]{30,}/g },
	{ hints: ["hf_"], pattern: /\bhf_[A-Za-z0-9]{30,}/g },
	{ hints: ["gsk_", "xai-", "r8_", "nvapi-"], pattern: /\b(?:gsk_|xai-|r8_|nvapi-)[A-Za-z0-9_-]{20,}/g },
	{ hints: ["eyJ"], pattern: /\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g },
	{
		hints: ["PRIVATE KEY-----"],
		pattern: /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g,
	},
	{ hints: ["earer "], pattern: /(?<=\b[Bb]earer )[A-Za-z0-9._~+/-]{16,}=*/g },
];
