import type { Area } from "../../test/requirements.ts";
import type { Verification } from "./verified-ids.ts";

interface Inputs {
	readonly areas: readonly Area[];
	readonly specFiles: readonly string[];
	readonly verifications: readonly Verification[];
}

/** Mismatches between the list of requirements and the tests, a sentence each. */
export function requirementProblems({ areas, specFiles, verifications }: Inputs): readonly string[] {
	return [
		...areaProblems(areas, specFiles),
		...areas.flatMap(malformedIds),
		...duplicatedIds(areas),
		...statusProblems(areas, verifications),
		...unknownVerifications(areas, verifications),
	];
}

function areaProblems(areas: readonly Area[], specFiles: readonly string[]): string[] {
	const covered = new Set(areas.map(({ spec }) => spec));
	const known = new Set(specFiles);
	return [
		...specFiles.filter((spec) => !covered.has(spec)).map((spec) => `${spec} has no area of requirements`),
		...areas
			.filter(({ spec }) => !known.has(spec))
			.map(({ area, spec }) => `area ${area} belongs to ${spec}, which is no spec file`),
		...areas.filter(({ requirements }) => requirements.length === 0).map(({ area }) => `area ${area} is empty`),
	];
}

function malformedIds({ area, requirements }: Area): string[] {
	const wellFormed = /^[a-z0-9]+(-[a-z0-9]+)*(:[a-z0-9]+(-[a-z0-9]+)*){2}$/;
	return requirements
		.filter(({ id }) => !wellFormed.test(id) || !id.startsWith(`${area}:`))
		.map(({ id }) => `${id} should read ${area}:subject:case in lower-case kebab`);
}

function duplicatedIds(areas: readonly Area[]): string[] {
	const ids = areas.flatMap(({ requirements }) => requirements.map(({ id }) => id));
	const repeated = ids.filter((id, index) => ids.indexOf(id) !== index);
	return [...new Set(repeated)].map((id) => `${id} is listed more than once`);
}

function statusProblems(areas: readonly Area[], verifications: readonly Verification[]): string[] {
	const fileById = new Map(verifications.map(({ id, file }) => [id, file]));
	return areas
		.flatMap(({ requirements }) => requirements)
		.flatMap(({ id, status }) => {
			const file = fileById.get(id);
			if (status === "planned") return file ? [`${id} is marked planned, but ${file} verifies it`] : [];
			return file ? [] : [`${id} is not planned, but no test verifies it`];
		});
}

function unknownVerifications(areas: readonly Area[], verifications: readonly Verification[]): string[] {
	const known = new Set(areas.flatMap(({ requirements }) => requirements.map(({ id }) => id)));
	return verifications
		.filter(({ id }) => !known.has(id))
		.map(({ id, file }) => `${file} verifies ${id}, which is not listed`);
}
