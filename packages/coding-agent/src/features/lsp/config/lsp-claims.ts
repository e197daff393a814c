import type { Claim } from "../../../trust/claim.ts";
import type { FeatureTrustKind } from "../../../trust/kinds.ts";
import { hashOfFile, namedFiles } from "../../../trust/named-files.ts";
import { isInProject, nameIn, type Project, realPath } from "../../../trust/project.ts";
import { withFiles } from "../../../trust/server-claims.ts";

export const languageServerKind: FeatureTrustKind = { kind: "lsp-config", title: "Language servers" };

const maxShown = 16 * 1024;

/** Language servers that a project defines: programs that are started. */
export function lspConfigClaim(path: string, text: string, commands: readonly string[], project: Project): Claim {
	const files = namedFiles(commands, project, project.root, { withConfig: true });
	const effects = [
		...commands.map((command) => `a language server runs: ${command}`),
		...files.map(({ name }) => `with the file ${name}`),
	];
	const claim: Claim = {
		...languageServerKind,
		path,
		content: text,
		shown: text.slice(0, maxShown),
		effects: effects.length > 0 ? effects : ["changes language servers"],
	};
	return withFiles(claim, files);
}

/** A program that a project brings, such as `node_modules/.bin/biome`, and that a language server would be. */
export function serverProgramClaim(server: string, path: string, project: Project): Claim {
	const target = realPath(path);
	const name = isInProject(project, target) ? nameIn(project, target) : target;
	const line = `${nameIn(project, path)} is ${name}`;
	return {
		...languageServerKind,
		path,
		content: `${line}\n${hashOfFile(target)}`,
		shown: line,
		effects: [`a language server runs: ${server} → ${name}`],
	};
}

/** A server of the user's that loads code out of the project it works on: compilers, plugins, build scripts. */
export function projectCodeClaim(server: string, path: string): Claim {
	const name = path.slice(path.lastIndexOf("/") + 1);
	const line = `The language server ${server} runs code of the project (${name}).`;
	return {
		...languageServerKind,
		path: `${path}#${server}`,
		// What it loads changes with every build, so that the user decides once.
		content: line,
		shown: line,
		effects: [`the language server ${server} runs code of the project: what ${name} brings`],
	};
}
