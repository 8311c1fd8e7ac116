import { isFirst } from './states.ts';

/** As what somebody signs at a step: what the flow noted of his to-do when the step was entered. */
export interface Signer {
  /** roles of the step's handler that he was asked as; null where nothing was noted, then he may fill in for any */
  roles: readonly string[] | null;
  /** nobody has signed since the step was entered */
  first: boolean;
}

/** `edit_by` in the place of roles: whoever signs first. No role is called so. */
export const FIRST_SIGNER = 'first';

/** The roles of an `edit_by`; none for the first signer. */
export const rolesOf = (edit_by: string | undefined): string[] => (!edit_by || edit_by === FIRST_SIGNER ? [] : edit_by.split(','));

/**
 * Whether what `edit_by` says is this signer's (engine section 4 bounds by the step; among several signers this bounds further). With the
 * applicant nobody signs, and all is his. Where it is not known who signs, it is nobody's.
 */
export function isSigners(edit_by: string | undefined, { review_state, signer }: { review_state: number; signer?: Signer }): boolean {
  if (!edit_by || isFirst(review_state)) return true;
  if (!signer) return false;
  if (edit_by === FIRST_SIGNER) return signer.first;
  return signer.roles === null || rolesOf(edit_by).some((code) => signer.roles!.includes(code));
}
