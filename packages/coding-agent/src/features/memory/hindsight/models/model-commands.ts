import type { HindsightClient } from "../client/hindsight-client.ts";
import { quoteText } from "../client/quote.ts";
import type { HindsightScope } from "../store/scope.ts";
import type { MentalModels } from "./mental-models.ts";

const usage = "Usage: /memory mm list | show <id> | refresh [id] | history <id> | seed | delete <id> | reload";

/** `/memory mm …` */
export async function runModelCommand(
	args: string,
	signal: AbortSignal,
	{ client, scope, models }: { client: HindsightClient; scope: HindsightScope; models: MentalModels },
): Promise<string> {
	const [action = "list", id, ...rest] = args.trim().split(/\s+/).filter(Boolean);
	if (rest.length > 0) return usage;
	const { bank } = scope;
	const needsId = () => `Which one? ${usage}`;
	await models.load(signal, { isForced: true });
	switch (action) {
		case "list":
		case "reload": {
			const rows = models.all.map(({ id, name, content }) => `${id}  ${quoteText(name)}  ${content.length} characters`);
			return rows.length > 0 ? rows.join("\n") : `The bank ${bank} has no mental models. /memory mm seed creates some.`;
		}
		case "show": {
			if (!id) return needsId();
			const found = models.all.find((model) => model.id === id);
			return found ? quoteText(found.content) || `${id} is still empty.` : `There is no mental model ${id}.`;
		}
		case "refresh": {
			const ids = id ? [id] : models.all.map((model) => model.id);
			for (const one of ids) await client.refreshMentalModel(bank, one, signal);
			return `The server is refreshing ${ids.length} mental model${ids.length === 1 ? "" : "s"}.`;
		}
		case "history": {
			if (!id) return needsId();
			const entries = await client.mentalModelHistory(bank, id, signal);
			if (entries.length === 0) return `${id} has not changed yet.`;
			return entries
				.slice(0, 50)
				.map((entry) => quoteText(JSON.stringify(entry)).slice(0, 500))
				.join("\n");
		}
		case "seed": {
			const created = await models.seed(signal);
			return created.length > 0 ? `Created ${created.join(", ")}.` : "All initial mental models are there.";
		}
		case "delete": {
			if (!id) return needsId();
			await client.deleteMentalModel(bank, id, signal);
			await models.load(signal, { isForced: true });
			return `Deleted the mental model ${id} on the server.`;
		}
		default:
			return usage;
	}
}
