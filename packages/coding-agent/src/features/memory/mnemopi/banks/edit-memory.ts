import type { MemoryBank } from "@oh-my-pi/pi-memory/bank/memory-bank";
import type { MemoryOrigin } from "@oh-my-pi/pi-memory/contract/memory";
import type { MemoryEdit, MemoryEditOutcome } from "@oh-my-pi/pi-tools/services/memory-service";
import { whenFree } from "./bank-set.ts";

interface EditOptions {
	readonly redact: (text: string) => string;
	/** Of new text; absent when the owner of the memories edits. */
	readonly origin?: MemoryOrigin;
}

/** Changes a memory in the first bank that has it. */
export async function editMemory(
	banks: readonly MemoryBank[],
	edit: MemoryEdit,
	{ redact, origin }: EditOptions,
): Promise<MemoryEditOutcome> {
	const asOwner = origin === undefined;
	for (const bank of banks) {
		const outcome = await whenFree(() => {
			switch (edit.op) {
				case "forget":
					return bank.forget(edit.id, { asOwner });
				case "invalidate":
					return bank.invalidate(edit.id, {
						...(edit.replacementId && { replacementId: edit.replacementId }),
						asOwner,
					});
				case "update": {
					const { content, importance } = edit;
					return bank.update(edit.id, {
						...(content !== undefined && { content: redact(content) }),
						...(importance !== undefined && { importance }),
						...(origin && { origin }),
					});
				}
			}
		});
		if (outcome.status !== "not-found") return { ...outcome, bank: bank.name };
	}
	return { status: "not-found" };
}
