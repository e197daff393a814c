import { mapTexts } from "@oh-my-pi/pi-secrets/hider/map-texts";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { ExportedPage } from "./export-html.ts";

/** Of any shape, or readable for nobody but a provider: nothing can be told about what is in there. */
const opaque = new Set([
	...["details", "data", "outputSchema", "preserveData"],
	...["providerPayload", "providerItems", "thinkingSignature", "textSignature", "thoughtSignature"],
]);

/** A page without secrets: texts are searched, and what cannot be searched is left out. */
export function redactPage<Page extends ExportedPage>(page: Page, redact: (text: string) => string): Page {
	return redactValue(page, redact) as Page;
}

function redactValue(value: unknown, redact: (text: string) => string): unknown {
	if (typeof value === "string") return redact(value);
	if (Array.isArray(value)) return value.map((item) => redactValue(item, redact));
	if (!isRecord(value)) return value;
	// Pictures stay: whoever shares them has seen them.
	if (value.type === "image" && typeof value.data === "string") return value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([name]) => !opaque.has(name))
			// A call names its arguments as it likes, also like what is left out elsewhere.
			.map(([name, item]) => [name, name === "arguments" ? mapTexts(item, redact, true) : redactValue(item, redact)]),
	);
}
