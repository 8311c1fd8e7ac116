/** A text in which the first of the words that are looked for is marked. */
export function Marked({ text, words }: { text: string; words: string }) {
  const word = words.trim().split(/\s+/)[0]?.toLowerCase() ?? '';
  const at = word ? text.toLowerCase().indexOf(word) : -1;
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + word.length)}</mark>
      {text.slice(at + word.length)}
    </>
  );
}
