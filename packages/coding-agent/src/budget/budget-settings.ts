import { integer, number, type Place, type Setting, section } from "@oh-my-pi/pi-utils/settings/setting";

export const capScopes = ["turn", "session", "day", "project", "agent"] as const;
export type CapScope = (typeof capScopes)[number];

export const capUnits = ["usd", "tokens", "requests", "minutes"] as const;
export type CapUnit = (typeof capUnits)[number];

type CapSettings = Readonly<Record<CapUnit, Setting<number>>>;

const place: Place = { tab: "Tools", group: "Budget", before: "MCP" };

/** Spending caps; 0 is none. A project may lower those of the user, never raise them (`tighten`). */
export const budgetSettings: Readonly<Record<CapScope, CapSettings>> = {
	turn: caps("turn", "one prompt and all that follows from it"),
	session: caps("session", "one session with its sub-agents"),
	day: caps("day", "one calendar day, all omps together"),
	project: caps("project", "this project, ever"),
	agent: caps("agent", "one sub-agent with all below it"),
};

function caps(scope: CapScope, what: string): CapSettings {
	const label = `Per ${scope}`;
	return section(
		`budget.${scope}`,
		{
			usd: number({ default: 0, min: 0, label: `${label}: USD`, help: `Cost cap for ${what}; 0 for none.` }),
			tokens: integer({ default: 0, min: 0, label: `${label}: tokens`, help: `Token cap for ${what}; 0 for none.` }),
			requests: integer({
				default: 0,
				min: 0,
				label: `${label}: requests`,
				help: `Cap on model requests, retries included, for ${what}; 0 for none.`,
			}),
			minutes: number({
				default: 0,
				min: 0,
				label: `${label}: minutes`,
				help: `Cap on working time for ${what}; 0 for none.`,
			}),
		},
		place,
		{ project: "free" },
	);
}
