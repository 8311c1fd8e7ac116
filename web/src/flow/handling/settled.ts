/**
 * Asks 350 ms after the last change of a form, where its content is another than that of the last answer; an answer that a change has
 * overtaken is dropped. Answers how to stop. Typing draws nothing here: `watch` tells of changes, nobody is drawn for them.
 */
export function whenSettled<T>(
  data: () => Record<string, unknown>,
  watch: (listener: () => void) => () => void,
  ask: () => Promise<T>,
  tell: (answer: T | null) => void,
): () => void {
  let turn = 0;
  let answered: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async (mine: number) => {
    const content = JSON.stringify(data());
    if (content === answered) return;
    const found = await ask().catch(() => null);
    if (mine !== turn) return;
    answered = content;
    tell(found);
  };
  const later = () => {
    clearTimeout(timer);
    const mine = ++turn;
    timer = setTimeout(() => void look(mine), 350);
  };
  later();
  const stop = watch(later);
  return () => {
    turn += 1;
    clearTimeout(timer);
    stop();
  };
}
