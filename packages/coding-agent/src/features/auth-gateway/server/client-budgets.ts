import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream/stream";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { Setting, SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";
import { Budget } from "../../../budget/budget.ts";
import { budgetSettings } from "../../../budget/budget-settings.ts";
import { formatDay } from "../../../budget/spend-row.ts";
import type { GatewayClient } from "./clients.ts";

interface BudgetParts {
	readonly host: Host;
	readonly registry: ModelRegistry;
	readonly settings: SettingsReader;
}

/**
 * The spending of all clients: the caps of the settings hold for them together, a key's own caps for the requests with it. In the
 * ledger a day of a client is a session, so `budget.session` caps each client per day.
 */
export class ClientBudgets {
	readonly #parts: BudgetParts;
	readonly #budgets = new Map<string, { readonly caps: string; readonly budget: Budget }>();

	constructor(parts: BudgetParts) {
		this.#parts = parts;
	}

	limit(client: GatewayClient, inner: StreamFn): StreamFn {
		const { host } = this.#parts;
		const budget = this.#findBudget(client);
		return (model, context, options) => {
			const session = `gateway:${client.name}:${formatDay(host.now())}`;
			const id = host.newId();
			// A request is a turn of its own.
			const meter = budget.openMeter({ id, session: () => session, project: () => "gateway" });
			meter.hook.onBusy?.();
			const events = meter.stream(inner)(model, context, options);
			const leave = () => void meter.hook.dispose?.();
			events.result().then(leave, leave);
			return events;
		};
	}

	#findBudget({ name, usdPerDay = 0, tokensPerDay = 0 }: GatewayClient): Budget {
		const caps = `${usdPerDay} ${tokensPerDay}`;
		const known = this.#budgets.get(name);
		if (known?.caps === caps) return known.budget;
		const { settings } = this.#parts;
		const own = new Map<Setting<number>, number>([
			[budgetSettings.session.usd, usdPerDay],
			[budgetSettings.session.tokens, tokensPerDay],
		]);
		const withOwn: SettingsReader = {
			get: <Value>(setting: Setting<Value>): Value => {
				const value = settings.get(setting);
				const cap = own.get(setting as unknown as Setting<number>);
				if (!cap) return value;
				const general = Number(value);
				return (general > 0 ? Math.min(general, cap) : cap) as Value;
			},
		};
		const budget = new Budget({ ...this.#parts, settings: withOwn });
		this.#budgets.set(name, { caps, budget });
		return budget;
	}
}
