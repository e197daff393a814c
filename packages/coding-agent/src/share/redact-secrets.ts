/** Known secret formats. */
const patterns: readonly RegExp[] = [
	/\bsk-[A-Za-z0-9_-]{16,}/g,
	/\bgh[pousr]_[A-Za-z0-9]{20,}/g,
	/\bgithub_pat_[A-Za-z0-9_]{20,}/g,
	/\bglpat-[A-Za-z0-9_-]{16,}/g,
	/\bxox[abprs]-[A-Za-z0-9-]{10,}/g,
	/\bAKIA[0-9A-Z]{16}\b/g,
	/\bAIza[A-Za-z0-9_-]{30,}/g,
	/\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g,
	/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g,
	/(?<=\b[Bb]earer )[A-Za-z0-9._~+/-]{16,}=*/g,
];

const secretName = /key|token|secret|password|passwd|credential/i;
const minLength = 8;
export const redacted = "[redacted]";

/** Redacts secrets: values from the environment, and text that looks like one. */
export function secretRedactor(env: Readonly<Record<string, string | undefined>>): (text: string) => string {
	const known = Object.entries(env)
		.flatMap(([name, value]) => (value && value.length >= minLength && secretName.test(name) ? [value] : []))
		// Longest first: a secret may contain another.
		.sort((a, b) => b.length - a.length);
	return (text) => {
		const withoutKnown = known.reduce((rest, secret) => rest.replaceAll(secret, redacted), text);
		return patterns.reduce((rest, pattern) => rest.replace(pattern, redacted), withoutKnown);
	};
}

/** Maps every string in a value. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
	if (typeof value === "string") return change(value);
	if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, change)]));
}
