/** Keeps what files hold, so that a change can be taken back. */
export interface ChangeRecorder {
	/** A call is about to write to these absolute paths. Resolves when their content is kept, or cannot be; never rejects. */
	willWrite(callId: string, paths: readonly string[]): Promise<void>;
}
