export interface ManagedSkillText {
	readonly description: string;
	readonly body: string;
}

/** Skills that the agent writes for later sessions. Methods reject with an error whose message the model can act on. */
export interface ManagedSkills {
	/** Trimmed and lower-cased, or an error. */
	parseName(name: string): string;
	/** The file of somebody's own skill of that name, which a managed one never overrides. */
	findAuthored(name: string): Promise<string | undefined>;
	create(name: string, text: ManagedSkillText): Promise<void>;
	update(name: string, text: ManagedSkillText): Promise<void>;
	remove(name: string): Promise<void>;
	/** A lesson was stored, so the model need not be reminded of it. */
	lessonStored(): void;
}
