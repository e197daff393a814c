import { parseJson } from "./ask-json.ts";
import { fieldsOf, textIn } from "./json-fields.ts";

/** The stored key of Google's code-assist accounts: a token with the account's project, or a bare token. */
export function codeAssistKey(key: string, projectId: string | undefined): { token: string; project?: string } {
	const { token, projectId: project } = fieldsOf(parseJson(key));
	const named = textIn(project) ?? projectId;
	return { token: textIn(token) ?? key, ...(named && { project: named }) };
}
