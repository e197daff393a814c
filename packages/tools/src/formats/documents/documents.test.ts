import { expect, test } from "bun:test";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { zipOf } from "../archives/testing/zip-of.ts";
import { documentKind, documentText } from "./document-text.ts";
import { pdfOf } from "./testing/pdf-of.ts";

async function textOf(name: string, content: string | Uint8Array): Promise<string> {
	await using project = await workspace({ [name]: content });
	return await documentText(project.file(name));
}

test("a Word document keeps headings, lists and tables", async () => {
	const paragraph = (text: string, properties = "") =>
		`<w:p>${properties}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
	const xml = `<?xml version="1.0"?><w:document><w:body>
		${paragraph("Report", '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>')}
		${paragraph("Fish &amp; chips &#233;")}
		${paragraph("first", "<w:pPr><w:numPr/></w:pPr>")}
		<w:tbl><w:tr><w:tc>${paragraph("a")}</w:tc><w:tc>${paragraph("b")}</w:tc></w:tr></w:tbl>
		<w:p><w:r><w:t>x</w:t><w:tab/><w:t>y</w:t></w:r></w:p></w:body></w:document>`;
	expect(await textOf("a.docx", zipOf({ "word/document.xml": xml }))).toBe(
		"# Report\nFish & chips é\n- first\n| a | b |\nx\ty",
	);
});

test("slides come in the order of their numbers", async () => {
	const slide = (text: string) => `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p><a:p></a:p></p:sld>`;
	const deck = zipOf({
		"ppt/slides/slide10.xml": slide("ten"),
		"ppt/slides/slide2.xml": slide("two"),
		"ppt/slides/_rels/slide2.xml.rels": "",
	});
	expect(await textOf("a.pptx", deck)).toBe("## Slide 2\ntwo\n\n## Slide 10\nten");
});

test("sheets come with their names, shared strings and gaps", async () => {
	const book = zipOf({
		"xl/workbook.xml": '<workbook><sheets><sheet name="Sums &amp; more" sheetId="1" r:id="rId1"/></sheets></workbook>',
		"xl/_rels/workbook.xml.rels":
			'<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
		"xl/sharedStrings.xml": "<sst><si><t>name</t></si><si><r><t>to</t></r><r><t>tal</t></r></si></sst>",
		"xl/worksheets/sheet1.xml":
			'<worksheet><sheetData><row><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row><row/><row><c r="B3"><v>4.5</v></c><c r="C3" t="inlineStr"><is><t>in</t></is></c></row></sheetData></worksheet>',
	});
	expect(await textOf("a.xlsx", book)).toBe("## Sums & more\n| name |  | total |\n|  | 4.5 | in |");
});

test("a book is read along its spine", async () => {
	const book = zipOf({
		"META-INF/container.xml": '<container><rootfiles><rootfile full-path="OEBPS/content.opf"/></rootfiles></container>',
		"OEBPS/content.opf":
			'<package><manifest><item id="b" href="two.xhtml"/><item id="a" href="text/one%20x.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
		"OEBPS/two.xhtml": "<html><body><p>Second &lt;chapter&gt;</p></body></html>",
		"OEBPS/text/one x.xhtml":
			"<html><head><title>no</title></head><body><h1>One</h1><p>Some\n  text</p><ul><li>item</li></ul></body></html>",
	});
	expect(await textOf("a.epub", book)).toBe("# One\n\nSome text\n\n- item\n\nSecond <chapter>");
});

test("rich text loses its formatting", async () => {
	const rtf =
		"{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}{\\*\\generator x;}\\f0\\b Bold\\b0  caf\\'e9 \\u8364?\\par next \\{x\\}}";
	expect(await textOf("a.rtf", rtf)).toBe("Bold café €\nnext {x}");
});

test("a PDF is read page by page", async () => {
	expect(await textOf("a.pdf", pdfOf(["Hello PDF", "second line"], ["page two"]))).toBe(
		"## Page 1\nHello PDF\nsecond line\n\n## Page 2\npage two",
	);
});

test.each([
	["a.doc", "x", "it is in the old binary format; save it as .docx to read it"],
	["a.docx", "no zip", "not a ZIP archive, or a damaged one"],
	["a.docx", zipOf({ "other.xml": "" }), "it has no part 'word/document.xml'"],
	["a.rtf", "plain", "it is not an RTF file"],
	["a.pdf", "no pdf", "Invalid PDF structure."],
	["a.pdf", pdfOf([]), "it has no text, only images perhaps"],
])("%s that is none says why", async (name, content, message) => {
	await expect(textOf(name, content)).rejects.toThrow(message);
});

test("documents are known by their ending", () => {
	expect(["a.PDF", "a.docx", "a.txt", "pdf"].map(documentKind)).toEqual([".pdf", ".docx", undefined, undefined]);
});
