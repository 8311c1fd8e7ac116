import { useEffect } from 'react';

/**
 * The label of what is no control of HTML, or comes after it, leads into it as that of an input does: at once, or when it stands there and
 * nobody went elsewhere meanwhile.
 */
export function useLabel(id: string): void {
  useEffect(() => {
    const label = document.querySelector(`label[for="${CSS.escape(id)}"]`);
    const enter = () => document.getElementById(id)?.focus();
    const awaited = new MutationObserver(() => {
      if (!document.getElementById(id)) return;
      awaited.disconnect();
      // the press itself leads to what stands around it
      const { activeElement } = document;
      if (activeElement === document.body || activeElement?.contains(label)) enter();
    });
    const lead = () => {
      if (document.getElementById(id)) enter();
      else awaited.observe(label!.parentElement!, { childList: true, subtree: true, attributeFilter: ['id'] });
    };
    label?.addEventListener('click', lead);
    return () => {
      label?.removeEventListener('click', lead);
      awaited.disconnect();
    };
  }, [id]);
}
