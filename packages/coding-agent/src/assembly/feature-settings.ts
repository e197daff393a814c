import { features } from "../features/features.ts";
import { addSections } from "../settings/catalog/all-settings.ts";

// A process has one list of settings; it is complete before any of them is read.
addSections(features.flatMap(({ settings = [] }) => settings));
