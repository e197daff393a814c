import type { Probe } from "./probe.ts";
import { approvalProbes } from "./probes/approvals.ts";
import { budgetProbes } from "./probes/budget.ts";
import { contextProbes } from "./probes/context.ts";
import { extensionProbes } from "./probes/extensions.ts";
import { hookProbes } from "./probes/hooks.ts";
import { inputProbes } from "./probes/input.ts";
import { serverProbes } from "./probes/servers.ts";
import { sessionProbes } from "./probes/sessions.ts";
import { trustProbes } from "./probes/trust.ts";

export const probes: readonly Probe[] = [
	...hookProbes,
	...extensionProbes,
	...trustProbes,
	...approvalProbes,
	...budgetProbes,
	...serverProbes,
	...inputProbes,
	...contextProbes,
	...sessionProbes,
];
