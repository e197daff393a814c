/** A runner imports the function; others take the file as text. */
export function prelude(
	send: (frame: { readonly type: string; readonly bundle?: Readonly<Record<string, unknown>> }) => unknown,
): Readonly<Record<string, unknown>>;
declare const text: string;
export default text;
