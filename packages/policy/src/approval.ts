/** How much a call may do, from the least: what a tool is asked about first. */
export type ApprovalTier = "read" | "network" | "write" | "exec";

/**
 * What it takes to allow a call: its tier, which an approval mode asks about or not, and what overrides that. `override` asks
 * even where the tier is allowed, `policy` decides without looking at the tier.
 */
export type Approval =
	| ApprovalTier
	| {
			readonly tier: ApprovalTier;
			readonly reason?: string;
			readonly override?: boolean;
			readonly policy?: "allow" | "deny" | "prompt";
			/** Everything it does stays in the box. */
			readonly isBoxed?: boolean;
			/** It is to run outside the box. */
			readonly leavesBox?: boolean;
			/** Where a call of the tier `network` goes: `name` or `name:port`. */
			readonly hosts?: readonly string[];
	  };
