/** `fw.plain_text` is what a reader sees of clean rich text, for filters and keyword search: as `plainText` of the protocol, blanks apart. Pure, so that a generated column may use it. */
export const PLAIN_TEXT = String.raw`
create function fw.plain_text(of text) returns text
  language sql immutable parallel safe
  as $$
    select replace(replace(replace(replace(replace(
      regexp_replace(regexp_replace(of, '<(br|hr|/(p|h3|h4|pre|li|blockquote|ul|ol|tr|th|td))( [^<>]*)?/?>', E'\n', 'g'), '<[^<>]*>', '', 'g'),
      chr(160), ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&')
  $$;`;
