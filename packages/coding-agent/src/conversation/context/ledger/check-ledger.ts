import type { Message } from "@oh-my-pi/pi-ai/message";
import { textOf } from "@oh-my-pi/pi-ai/message";
import { type Ledger, renderLedger } from "./ledger.ts";

/** The lines of the ledger that a request made of these messages would not tell the model. */
export function missingFromLedger(ledger: Ledger, sent: readonly Message[]): string[] {
	const told = sent.flatMap((message) => (message.role === "assistant" ? [] : [textOf(message.content)])).join("\n");
	return renderLedger(ledger)
		.split("\n")
		.filter((line) => line.startsWith("- ") && !told.includes(line));
}
