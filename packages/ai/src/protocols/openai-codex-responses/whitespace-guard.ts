import { ProviderError } from "../../errors/provider-error.ts";

const maxEvents = 256;
const maxCharacters = 16 * 1024;

/** Ends an answer whose tool input is an endless run of blanks, into which this backend sometimes falls. */
export function whitespaceGuard(): (delta: string) => void {
	let events = 0;
	let characters = 0;
	return (delta) => {
		if (delta.trim() !== "") {
			events = 0;
			characters = 0;
			return;
		}
		events++;
		characters += delta.length;
		if (events > maxEvents || characters > maxCharacters) {
			throw new ProviderError("transient", "The model filled a tool call with blanks only");
		}
	};
}
