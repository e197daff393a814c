import type { MemoryBank } from "@oh-my-pi/pi-memory/bank/memory-bank";
import { whenFree } from "../banks/bank-set.ts";
import type { EmbeddingClient } from "../models/embedding-client.ts";

const batch = 64;
/** A session asks for at most this many vectors; the next one goes on. */
const maxBatches = 100;

/** Makes the vectors that are missing; gives their number. With another model than before, all are made anew. */
export async function embedMissing(
	bank: MemoryBank,
	embeddings: EmbeddingClient,
	signal: AbortSignal,
): Promise<number> {
	if (!embeddings.isOn) return 0;
	let count = 0;
	for (let round = 0; round < maxBatches && !signal.aborted; round++) {
		const known = bank.embeddings.model;
		const isOther = known !== undefined && known.name !== embeddings.modelName;
		const rows = isOther ? bank.embeddings.newest(batch) : bank.embeddings.missing(batch);
		if (rows.length === 0) break;
		const answer = await embeddings.ofMemories(
			rows.map(({ text }) => text),
			signal,
		);
		if (!answer) break;
		const vectors = rows.flatMap((row, index) => {
			const vector = answer.vectors[index];
			return vector ? [{ row, vector }] : [];
		});
		const stored = await whenFree(() => bank.embeddings.put(answer.model, vectors), signal);
		if (stored === 0) break;
		count += stored;
	}
	return count;
}
