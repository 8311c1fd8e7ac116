/**
 * What rich text may hold: its tags, and of each the attributes with the form of their values. The one list, for the server that cleans what is
 * written and for the browser that cleans what it shows (docs/decisions/235). No pictures, no styles, no classes, nothing that loads or runs.
 */
export const RICH_TAGS: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  p: {},
  br: {},
  hr: {},
  h3: {},
  h4: {},
  strong: {},
  em: {},
  u: {},
  s: {},
  code: {},
  pre: {},
  blockquote: {},
  ul: {},
  ol: { start: /^[1-9][0-9]{0,3}$/ },
  li: {},
  // whole addresses alone: one without a scheme is an address of ours, which nobody writes by hand in a text
  a: { href: /^(?:https?:\/\/|mailto:|tel:)[^\s<>"]{1,2000}$/i },
  table: {},
  thead: {},
  tbody: {},
  tr: {},
  th: { colspan: /^[1-9][0-9]?$/, rowspan: /^[1-9][0-9]?$/ },
  td: { colspan: /^[1-9][0-9]?$/, rowspan: /^[1-9][0-9]?$/ },
};

/** Tags of other writers with the same meaning. */
export const RICH_TWINS: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  ins: 'u',
  del: 's',
  strike: 's',
  div: 'p',
  h1: 'h3',
  h2: 'h3',
  h5: 'h4',
  h6: 'h4',
};

/** Tags that go with all that stands in them: what is in them is no text for readers. */
export const UNREAD_TAGS: readonly string[] = [
  ...['script', 'style', 'template', 'noscript', 'noembed', 'noframes', 'iframe', 'frame', 'frameset', 'object', 'embed', 'applet'],
  ...['svg', 'math', 'title', 'head', 'textarea', 'select', 'option', 'button', 'xmp', 'plaintext', 'audio', 'video', 'canvas'],
];

/** What a link to elsewhere carries. */
export const LINK_ATTRIBUTES = { target: '_blank', rel: 'noopener noreferrer nofollow' } as const;
