import type { HtmlElement } from "./tree.ts";

const asideTags = new Set(["nav", "footer", "aside", "menu"]);
const asideRoles = new Set(
	"navigation banner contentinfo search dialog alertdialog complementary menu menubar toolbar tablist doc-toc".split(
		" ",
	),
);

/** Beside the content by its own word. */
export function isAside({ tag, attributes }: HtmlElement): boolean {
	if (attributes.role !== undefined && asideRoles.has(attributes.role)) return true;
	return asideTags.has(tag);
}

const hiddenStyle = /display\s*:\s*none|visibility\s*:\s*hidden/i;
const hiddenNames =
	/(?:^|\s)(?:sr-only|screen-reader(?:-text)?|visually-?hidden|noprint|print-only|hide|hidden|hideme|d-none)(?:$|\s)/i;

/** Not to be seen. */
export function isHidden({ attributes }: HtmlElement): boolean {
	const { hidden, style, class: names } = attributes;
	if (hidden !== undefined && hidden !== "until-found") return true;
	if (attributes["aria-hidden"] === "true" && attributes.id === undefined) return true;
	if (style !== undefined && hiddenStyle.test(style)) return true;
	return names !== undefined && hiddenNames.test(names);
}

/** A test of names that remembers its answers: a page uses few names, and those often. */
function word(names: string): (text: string) => boolean {
	const pattern = new RegExp(`(?:^|[\\s_-])(?:${names.trim().split(/\s+/).join("|")})(?=$|[\\s_-])`, "i");
	const known = new Map<string, boolean>();
	return (text) => {
		const answer = known.get(text);
		if (answer !== undefined) return answer;
		if (known.size > maxKnown) known.clear();
		const found = pattern.test(text);
		known.set(text, found);
		return found;
	};
}

const maxKnown = 2000;

function joinNames({ attributes }: HtmlElement): string | undefined {
	const { class: names, id } = attributes;
	return id === undefined ? names : names === undefined ? id : `${names} ${id}`;
}

const boilerplate = word(`
	cookies? cookie-?\\w* consent gdpr ccpa cmp newsletter subscribe subscription sign-?up mailing-?list share sharing
	sharebar addthis social socials sidebar side-?bar sidenav breadcrumbs? pagination pager paging prev-?next next-?prev
	advert\\w* ads? adslot sponsor\\w* promo\\w* promoted related recommend\\w* recirc\\w* most-?read popular trending
	more-?stories read-?next also-?like popup pop-up modal overlay lightbox toolbar skip-?links? skip masthead navbar nav
	navigation navigator menu mainmenu submenu topbar footer site-?footer site-?header banner login signin paywall outbrain
	taboola widgets? tags tag-?list taglist post-?tags author-?bio author-?box about-?author comment-?form respond feedback
	ratings? toc table-of-contents contents-?list on-?this-?page edit-?section mw-editsection noprint catlinks printfooter
	siteSub jump-to-nav infobox-nav navbox metadata language-?switcher lang-?list langs copyright legal disclaimer
	announcement alert-?banner hatnote vector-\\w+ js-?warning noscript clipboard copy-?button btn-?copy anchor-?link headerlink
	permalink back-?to-?top qr-?code download-?app app-?banner search-?(?:form|box|bar) searchbox filters? facets?
	postprofile user-?info user-?card signature vote-?cell votes post-?meta entry-?meta page-?metadata docinfo linenos? linenodiv gutter
	hot-?network\\w* jp-InputPrompt inputprompt outputprompt nav-?bar page-?top top-?nav bottom-?nav
	carousel-?control swiper-?button tooltip dropdown pull-?quote upsell teaser-?list up-next
`);

/** Where an id is made from a heading, so that it says what the text is about. */
const sectionClass = word("section level[1-6] sect[1-6] outline-\\d");
const namedByClass = new Set("section h1 h2 h3 h4 h5 h6 p li dt dd pre code a span table tr td th".split(" "));

/** Names that say what an element is for. */
function roleNames(element: HtmlElement): string | undefined {
	const { class: className } = element.attributes;
	const isSection = namedByClass.has(element.tag) || (className !== undefined && sectionClass(className));
	return isSection ? className : joinNames(element);
}

/** Its name says that it is beside the content. */
export function isBoilerplateName(element: HtmlElement): boolean {
	const names = roleNames(element);
	return names !== undefined && boilerplate(names) && !content(names);
}

const content = word(
	"content main article body post entry story text page-?content wrapper container layout row has with",
);

const comments = word("comments? comment-?list comments-?area disqus\\w* responses webmentions?");

export function isCommentSection(element: HtmlElement): boolean {
	const names = roleNames(element);
	return names !== undefined && comments(names);
}

const marks = word(`
	article-?body article-?content article-?text article__body story-?body story-?content post-?content post-?body
	post__content entry-?content markdown-body mw-parser-output rst-content theme-doc-markdown prose docs?-?content page-?content
	main-?content body-?content content-?body blog-?post content main
`);

/** Its tag or name says that it is the content. */
export function isMarked(element: HtmlElement): boolean {
	const { tag, attributes } = element;
	if (tag === "main" || tag === "article" || attributes.role === "main") return true;
	if (attributes.itemprop === "articleBody" || attributes.itemprop === "text") return true;
	const names = joinNames(element);
	return names !== undefined && marks(names);
}
