import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/match/thinking-level";

export interface FoundModel {
	readonly model: Model;
	/** From the selector's `:level`. */
	readonly thinkingLevel?: ThinkingLevel;
}

/** Looks up models for a conversation. */
export interface ModelDirectory {
	/** By a selector with an optional `:level`. */
	find(selector: string): Promise<FoundModel | undefined>;
	/** True when it has a credential or needs none. */
	isUsable(model: Model): boolean;
	/** The configured selector of a role. */
	roleSelector(role: string): string | undefined;
	/** The model of a role, with a default for roles that are not configured. */
	inRole?(role: string, current: Model | undefined): Promise<Model | undefined>;
}

export const noOtherModels: ModelDirectory = {
	find: async () => undefined,
	isUsable: () => false,
	roleSelector: () => undefined,
};
