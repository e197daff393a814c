import type { Model } from "@oh-my-pi/pi-ai/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/thinking-level";

export interface FoundModel {
	readonly model: Model;
	/** Wished for by the selector. */
	readonly thinkingLevel?: ThinkingLevel;
}

/** The models there are, as a conversation needs to know them. */
export interface ModelDirectory {
	/** What a selector with an optional `:level` names. */
	find(selector: string): Promise<FoundModel | undefined>;
	/** True when there is a key for it, or it needs none. */
	isUsable(model: Model): boolean;
	/** The selector of a role, if the user has given it a model. */
	roleSelector(role: string): string | undefined;
	/** The model that plays a role, also one that the user has not filled. */
	inRole?(role: string, current: Model | undefined): Promise<Model | undefined>;
}

export const noOtherModels: ModelDirectory = {
	find: async () => undefined,
	isUsable: () => false,
	roleSelector: () => undefined,
};
